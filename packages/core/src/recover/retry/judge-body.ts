import type { BodyJudge, BodyVerdict } from './peek-body.ts';
import { type StreamEventKind, streamEventKind } from './stream-event.ts';

const answer: BodyVerdict = { kind: 'answer' };

/** Judges server-sent events: by the first that is neither a comment nor one of those before the first word. */
export function createEventJudge(): BodyJudge {
  let rest = '';
  return (text, isDone) => {
    rest += text;
    if (!isDone && !/[\r\n]/u.test(text)) return undefined;
    const events = rest.split(/\r?\n\r?\n|\r\r/u);
    rest = isDone ? '' : (events.pop() ?? '');
    for (const event of events) {
      const kind = eventKind(event);
      if (kind === 'error') return { kind: 'refusal', text: event };
      if (kind === 'answer') return answer;
    }
    return undefined;
  };
}

function eventKind(event: string): StreamEventKind {
  const lines = event.split(/\r\n|\n|\r/u).filter((line) => line !== '' && !line.startsWith(':'));
  if (lines.length === 0) return 'prelude';
  if (lines.some((line) => /^(?:event: ?error$|error:)/u.test(line))) return 'error';
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length).trim());
  return data.length === 0 ? 'prelude' : streamEventKind(parse(data.join('\n')));
}

/** A success that is longer holds an answer, not an error. In bytes or characters: errors are far shorter in both. */
export const maxErrorLength = 65_536;
/** A list of answers that comes while it is written is known by how it begins. */
const listOfAnswers = /^\s*\[\s*\{\s*"(?!errors?"|type")/u;

/** Judges a success of JSON: an error in it, or a list of them, is a refusal. */
export function createJsonJudge(): BodyJudge {
  let whole = '';
  return (text, isDone) => {
    whole += text;
    if (whole.length > maxErrorLength || (!isDone && listOfAnswers.test(whole))) return answer;
    return isDone ? judgeJson(whole) : undefined;
  };
}

/** Judges JSON Lines by the first of them. */
export function createLinesJudge(): BodyJudge {
  let line = '';
  return (text, isDone) => {
    line += text;
    const end = line.trimStart().indexOf('\n');
    if (line.length > maxErrorLength) return answer;
    return end < 0 && !isDone ? undefined : judgeJson(line.trimStart().split('\n', 1)[0] ?? '');
  };
}

function judgeJson(text: string): BodyVerdict {
  const value = parse(text);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'object' || first === null) return answer;
  const { error, errors, type } = first as Record<string, unknown>;
  const isError = type === 'error' || (Array.isArray(errors) && errors.length > 0) || (error ?? null) !== null;
  return isError ? { kind: 'refusal', text } : { kind: 'answer', value: first };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
