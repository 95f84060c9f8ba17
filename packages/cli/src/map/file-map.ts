import { resolve } from 'node:path';
import { describeSource, type NextCall, openFileSource, type SourceMap } from '@spillway/core';
import type { Io } from '../io.ts';
import { formatCount } from '../output/counts.ts';
import { createProgress } from '../output/progress.ts';
import type { Session } from '../session/open-session.ts';

/** What is told of one file. */
export interface FileMap {
  readonly file: string;
  readonly map: SourceMap;
  /** Commands that look at what the description points to, best first. */
  readonly commands: readonly string[];
}

/**
 * Describes one file.
 *
 * Contract: reads it once from start to end; stores nothing.
 * @throws SpillwayError the `source-` errors.
 */
export async function mapFile(session: Session, io: Io, file: string, previewBytes: number): Promise<FileMap> {
  const path = resolve(io.cwd, file);
  const source = await openFileSource(path);
  const progress = createProgress(io.stderr, file);
  let known = 0;
  try {
    const map = await describeSource(source, {
      previewBytes,
      onProgress: (readBytes) => {
        progress.add(readBytes - known);
        known = readBytes;
      },
    });
    const commands = map.suggestions.map((suggestion) => session.formatCall(toCall(suggestion), path));
    return { file, map, commands };
  } finally {
    progress.clear();
    await source.close();
  }
}

/** Writes what is told of a file as text. */
export function formatFileMap({ file, map, commands }: FileMap, bold: (text: string) => string): string {
  const { description, preview } = map;
  const head = `${bold(file)}: ${description.headline}, ${formatCount(description.byteLength)} bytes`;
  return [head, preview, ...commands].filter((part) => part !== '').join('\n');
}

/** Turns what is told of a file into data. */
export function fileMapJson({ file, map, commands }: FileMap): object {
  const { details: _, ...description } = map.description;
  return { file, ...description, preview: map.preview, commands };
}

function toCall({ kind, ...position }: SourceMap['suggestions'][number]): NextCall {
  return { tool: kind === 'grep' ? 'grep' : 'read', arguments: position };
}
