import { formatCount } from '../../bytes/count-words.ts';
import type { Handle } from '../../handle/handle.ts';

/**
 * Says what was not kept of what was produced, for the header of an answer about a range of it.
 *
 * Contract: `start` and `end` are positions in the stored bytes; nothing is said of a gap that is elsewhere.
 */
export function handleNotes(handle: Handle, start: number, end: number): readonly string[] {
  const notes: string[] = [];
  const { gap } = handle;
  if (gap !== undefined && gap.start >= start && gap.start <= end) {
    const bytes = formatCount(gap.end - gap.start);
    notes.push(`${bytes} bytes that were produced after byte ${gap.start} were not kept, so they are not here`);
  }
  if (handle.unfinished && end >= handle.byteLength) {
    notes.push('the process that received it ended before it was complete: what came after this is not here');
  }
  return notes;
}
