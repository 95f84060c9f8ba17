import { SpillwayError } from '../../errors.ts';

/** Where a page begins: one of `cursor`, `startLine` and `offset`, or `startLine` and `offset` that agree. */
export interface PageRequest {
  readonly cursor?: string;
  /** 1-based. */
  readonly startLine?: number;
  /** Most lines on the page; rows of a hex dump where the source is binary. */
  readonly lineCount?: number;
  /** 0-based byte. */
  readonly offset?: number;
  /** Most bytes of the source on the page; a page has at least one character, or one row of a hex dump. */
  readonly byteCount?: number;
}

const maxPlaces = Number.MAX_SAFE_INTEGER;

/**
 * Makes sure that a request names one place, in numbers that can be places.
 *
 * @throws SpillwayError `request-invalid`, naming the valid range.
 */
export function assertPageRequest(request: PageRequest): void {
  assertInteger('startLine', request.startLine, 1);
  assertInteger('lineCount', request.lineCount, 1);
  assertInteger('offset', request.offset, 0);
  assertInteger('byteCount', request.byteCount, 1);
  if (request.cursor === undefined) return;
  for (const name of ['startLine', 'offset'] as const) {
    if (request[name] === undefined) continue;
    throw invalid(`give either cursor or ${name}, not both: the cursor already says where the next page starts`);
  }
}

function assertInteger(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw invalid(`${name} must be a whole number from ${least} to ${maxPlaces}, not ${value}`);
}

function invalid(message: string): SpillwayError {
  return new SpillwayError({ code: 'request-invalid', message });
}
