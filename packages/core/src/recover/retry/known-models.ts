import { setNewest } from '../../set-newest.ts';
import { createTokenCalibration, type TokenCalibration } from '../estimate/token-calibration.ts';
import { createLearnedLimits, type LearnedLimits } from './learned-limits.ts';

/** What is known of one model at one endpoint, from its answers and refusals. */
export interface KnownModel {
  readonly calibration: TokenCalibration;
  readonly limits: LearnedLimits;
  /** Estimated tokens of the largest request that was taken. */
  acceptedTokens?: number;
  /** A request that was made smaller by all that was known was refused as well, and none was taken since. */
  isStuck: boolean;
}

/** Models by the names of their endpoints and their own; of one that is new, nothing is known. */
export interface KnownModels {
  find(name: string): KnownModel;
}

const maxModels = 64;

/** Creates an empty memory of models. Knows the 64 that were asked for last. */
export function createKnownModels(): KnownModels {
  const models = new Map<string, KnownModel>();
  return {
    find(name) {
      const model = models.get(name) ?? {
        calibration: createTokenCalibration(),
        limits: createLearnedLimits(),
        isStuck: false,
      };
      setNewest(models, name, model, maxModels);
      return model;
    },
  };
}
