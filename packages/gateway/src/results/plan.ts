import { slice } from '../json/raw.ts';
import { findRepetition } from './repeats.ts';
import { type Shown, toContent, toRaw, toShown } from './shown.ts';
import type { ToolResultView } from './tool-result.ts';

/** What of a result is bounded, and what becomes of its structured value. */
export interface Plan {
  readonly shown: Shown;
  /** The structured value, sent beside what is shown as it came. */
  readonly structured?: Buffer;
  /** The bounded form is sent twice: as text, and as a structured value for a program. */
  readonly sendsBoundedValue: boolean;
}

const POINTER = 'The structured content holds the whole result.';
const POINTER_BYTES = 128;

/**
 * Decides how a result is bounded for a client whose model reads it: what the handle shows is shown, and the structured
 * value is left out.
 */
export function toReaderPlan(view: ToolResultView): Plan {
  return { shown: toShownSafely(view), sendsBoundedValue: false };
}

/**
 * Decides how a result is bounded for a client that types programs from the schema.
 *
 * Contract: the structured value stays as it came where it fits beside a pointer to it, or beside another text that gets
 * the other half of the room; else its place is taken by the bounded form.
 */
export function toProgramPlan(view: ToolResultView, room: number): Plan {
  const { bytes, structured } = view;
  if (structured === undefined || view.isError) return toReaderPlan(view);
  if (view.isMalformed) return { ...toReaderPlan(view), sendsBoundedValue: true };
  const value = slice(bytes, structured);
  const isRepeated = view.items.length === 0 || findRepetition(view) !== 'none';
  if (isRepeated && value.length <= room - POINTER_BYTES) {
    return { shown: { open: () => POINTER }, structured: value, sendsBoundedValue: false };
  }
  if (!isRepeated && value.length <= room / 2) {
    return { shown: toContent(view), structured: value, sendsBoundedValue: false };
  }
  return { shown: toShownSafely(view), sendsBoundedValue: true };
}

function toShownSafely(view: ToolResultView): Shown {
  try {
    return toShown(view);
  } catch {
    // A string that no JSON parser takes.
    return toRaw(view);
  }
}
