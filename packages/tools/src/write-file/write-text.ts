import { SpillwayError } from '@spillway/core';
import { detectCompression } from '../content/compression.ts';
import type { FoundPlace } from '../roots/roots.ts';
import type { ToolsContext } from '../tools-context.ts';
import { appendFile } from '../writing/append-file.ts';
import { assertWellFormed } from '../writing/assert-well-formed.ts';
import { checkCoverage } from '../writing/check-coverage.ts';
import { formOf } from '../writing/file-form.ts';
import { type FileState, toFileState } from '../writing/file-state.ts';
import { inTurn } from '../writing/in-turn.ts';
import { refuseMixing } from '../writing/refuse-mixing.ts';
import { replaceFile } from '../writing/replace-file.ts';
import { encodeText, type LineEnds, withLineEnds } from '../writing/text-form.ts';

/** How a text goes into a file. */
export interface WriteChoices {
  readonly append: boolean;
  readonly replaceUnread: boolean;
}

/** What was written. */
export interface Written {
  readonly path: string;
  readonly action: 'created' | 'replaced' | 'appended to';
  /** Bytes of the whole file now. */
  readonly byteLength: number;
  readonly formerByteLength?: number;
  /** Present where line ends of the text were made those of the file. */
  readonly lineEnds?: LineEnds;
  /** Present where the file was in an encoding that is not written here. */
  readonly encoding?: 'utf-8';
}

interface Former {
  readonly state: FileState;
  readonly head: Buffer;
}

/** From the first bytes the form of a file is told. */
const headBytes = 1_048_576;

/**
 * Writes a text as a whole file, or at the end of one.
 *
 * Contract: a file that is there keeps its mode, its encoding with its byte order mark, and its line ends where all of
 * them are CR LF; one that is no text is replaced by UTF-8. A text with a lone surrogate is refused. Writes and edits
 * of one file wait for each other.
 * @throws SpillwayError `aborted`, `write-refused`, `write-failed`, `request-invalid`, and what `Roots.findPlace` throws.
 */
export async function writeText(
  context: Pick<ToolsContext, 'roots' | 'readLog'>,
  path: string,
  content: string,
  choices: WriteChoices,
  signal?: AbortSignal,
): Promise<Written> {
  assertWellFormed('content', content);
  const place = await context.roots.findPlace(path);
  return inTurn(place.path, signal, () => writeNow(context, path, content, choices));
}

async function writeNow(
  { roots, readLog }: Pick<ToolsContext, 'roots' | 'readLog'>,
  path: string,
  content: string,
  { append, replaceUnread }: WriteChoices,
): Promise<Written> {
  const place = await roots.findPlace(path);
  const former = await readFormer(roots, place, path);
  const form = former === undefined ? undefined : formOf(former.head);
  const lineEnds = form?.lineEnds ?? 'lf';
  const text = withLineEnds(content, lineEnds);
  const body = encodeText(text, form?.encoding ?? 'utf-8');
  if (former !== undefined && append) {
    refusePacked(former);
    refuseMixing(former.state.shown, form, content);
  }
  if (former !== undefined && !append && !replaceUnread) checkCoverage(readLog, former.state);
  const wasWhole = former === undefined || readLog.coverage(former.state).kind === 'whole';
  const formerLength = former?.state.byteLength ?? 0;
  const mark = form?.byteOrderMark ?? Buffer.alloc(0);
  const state = append
    ? await appendFile(place, former === undefined ? Buffer.concat([mark, body]) : body)
    : await replaceFile(place, Buffer.concat([mark, withoutMark(body, mark)]), former?.state);
  // What somebody else has added meanwhile was not seen here.
  const isKnown = !append || (wasWhole && state.byteLength === formerLength + body.length);
  if (isKnown) readLog.recordWhole(state);
  return {
    path: place.shown,
    action: former === undefined ? 'created' : append ? 'appended to' : 'replaced',
    byteLength: state.byteLength,
    ...(former !== undefined && { formerByteLength: former.state.byteLength }),
    ...(text !== content && { lineEnds }),
    ...(!append && form?.isForeign === true && { encoding: 'utf-8' as const }),
  };
}

async function readFormer(roots: ToolsContext['roots'], place: FoundPlace, path: string): Promise<Former | undefined> {
  if (place.kind === 'missing') return undefined;
  const { found, file } = await roots.openFile(path);
  try {
    const head = Buffer.from(await file.read(0, headBytes));
    return { state: toFileState(found.shown, file.facts, file.byteLength), head };
  } finally {
    await file.close();
  }
}

/** A text that was read with its mark is not given a second one. */
function withoutMark(body: Buffer, mark: Buffer): Buffer {
  return mark.length > 0 && body.subarray(0, mark.length).equals(mark) ? body.subarray(mark.length) : body;
}

/** A text behind the end of a compressed file damages it. */
function refusePacked({ state, head }: Former): void {
  const compression = detectCompression(head);
  if (compression === undefined) return;
  throw new SpillwayError({
    code: 'write-refused',
    message: `Nothing was written: ${state.shown} is compressed (${compression}), and a text added to it would damage it. Write to another file.`,
    facts: { reason: 'compressed' },
  });
}
