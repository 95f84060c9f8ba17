import { formatCount, SpillwayError } from '@spillway/core';
import type { ToolsContext } from '../tools-context.ts';
import { formOf } from '../writing/file-form.ts';
import { toFileState } from '../writing/file-state.ts';
import { inTurn } from '../writing/in-turn.ts';
import { refuseMixing } from '../writing/refuse-mixing.ts';
import { replaceFile } from '../writing/replace-file.ts';
import { applyEdits, type Edit, maxFileBytes } from './apply-edits.ts';

/** What became of a file. */
export interface EditedFile {
  readonly path: string;
  /** Places that each edit replaced. */
  readonly replaced: readonly number[];
  readonly byteLength: number;
  readonly formerByteLength: number;
}

/**
 * Edits a text file.
 *
 * Contract: all edits or none; the file is replaced at once and was not changed by another meanwhile;
 * edits and writes of one file wait for each other.
 * @throws SpillwayError `aborted`, `edit-mismatch`, `write-refused`, `write-failed`, `source-unreadable` for what is no text or
 * larger than 256 MiB, and what `Roots.openFile` throws.
 */
export async function editFile(
  context: Pick<ToolsContext, 'roots' | 'readLog'>,
  path: string,
  edits: readonly Edit[],
  signal?: AbortSignal,
): Promise<EditedFile> {
  const place = await context.roots.findPlace(path);
  return inTurn(place.path, signal, () => editNow(context, path, edits));
}

async function editNow(
  { roots, readLog }: Pick<ToolsContext, 'roots' | 'readLog'>,
  path: string,
  edits: readonly Edit[],
): Promise<EditedFile> {
  const { found, file } = await roots.openFile(path);
  try {
    const former = toFileState(found.shown, file.facts, file.byteLength);
    if (file.byteLength > maxFileBytes)
      throw unreadable(found.shown, `is larger than ${formatCount(maxFileBytes)} bytes`);
    const bytes = Buffer.from(await file.read(0, file.byteLength));
    const form = formOf(bytes);
    if (form === undefined) throw unreadable(found.shown, 'is no text');
    for (const { oldText, newText } of edits) refuseMixing(found.shown, form, oldText + newText);
    const edited = applyEdits(bytes, edits, form);
    const wasWhole = readLog.coverage(former).kind === 'whole';
    const state = await replaceFile(found, edited.bytes, former);
    if (wasWhole) readLog.recordWhole(state);
    return {
      path: found.shown,
      replaced: edited.replaced,
      byteLength: state.byteLength,
      formerByteLength: former.byteLength,
    };
  } finally {
    await file.close();
  }
}

function unreadable(shown: string, why: string): SpillwayError {
  return new SpillwayError({
    code: 'source-unreadable',
    message: `${shown} ${why}, and is not edited here. Change it with a command instead.`,
  });
}
