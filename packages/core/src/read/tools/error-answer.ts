import { takeEscaped } from '../../bytes/escaped-length.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { SpillwayError, type SpillwayErrorCode } from '../../errors.ts';
import { redactText } from '../../guard/redact-text.ts';
import { answerBytes } from '../answer-bytes.ts';
import type { ToolAnswer } from './tool.ts';

/** A model is not told whether a result of another scope exists. */
const toldAs: Partial<Record<SpillwayErrorCode, SpillwayErrorCode>> = { 'handle-forbidden': 'handle-unknown' };

/**
 * Writes an error as the answer of a tool.
 *
 * Contract: `[code] text`, where the text says what happened and what to do next; an error that is not ours is told
 * without its words; key bodies are left out. `answerBytes` is at most `maxBytes`, where that is enough for the code at
 * all.
 */
export function toErrorAnswer(error: unknown, maxBytes: number): ToolAnswer {
  const code = SpillwayError.isInstance(error) ? (toldAs[error.code] ?? error.code) : 'internal';
  const words = SpillwayError.isInstance(error) ? error.toModelText() : internalText;
  const text = sanitizeText(`[${code}] ${redactText(words).text}`).text;
  const room = maxBytes - answerBytes('');
  const fitting = text.slice(0, takeEscaped(text, Math.max(room, code.length + 2)));
  const page = { error: code };
  const isRoomy = answerBytes(fitting, page) <= maxBytes;
  return { text: fitting, isError: true, ...(isRoomy && { page }) };
}

const internalText =
  'Reading failed for a reason that is not in the request. Report this to the user; the same call will most likely fail again.';
