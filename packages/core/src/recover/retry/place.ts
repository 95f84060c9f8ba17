import { createTokenCalibration, type TokenCalibration } from '../estimate/token-calibration.ts';
import { createLearnedLimits, type LearnedLimits } from './learned-limits.ts';

/** What is known of one model at one endpoint, from its answers and refusals. */
export interface Place {
  readonly calibration: TokenCalibration;
  readonly limits: LearnedLimits;
  /** Estimated tokens of the largest request that was taken. */
  acceptedTokens?: number;
  /** A request that was made smaller by all that was known was refused as well, and none was taken since. */
  isStuck: boolean;
}

/** Places by their names; one that is not known yet is made. */
export interface Places {
  find(name: string): Place;
}

const maxPlaces = 64;

/** Creates an empty memory of places. Knows the 64 that were asked for last. */
export function createPlaces(): Places {
  const places = new Map<string, Place>();
  return {
    find(name) {
      const place = places.get(name) ?? {
        calibration: createTokenCalibration(),
        limits: createLearnedLimits(),
        isStuck: false,
      };
      places.delete(name);
      places.set(name, place);
      const oldest = places.keys().next().value;
      if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest);
      return place;
    },
  };
}
