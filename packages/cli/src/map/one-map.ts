import { describeSource, type NextCall, type SourceMap, withheldFact } from '@spillway/core';
import type { Io } from '../io.ts';
import { formatCount } from '../output/counts.ts';
import { createProgress } from '../output/progress.ts';
import type { NextCommand, Session } from '../session/open-session.ts';
import { openSource } from '../session/open-target.ts';
import { toLine } from '../text/escapes.ts';

/** What is told of one file or stored result. */
export interface OneMap {
  /** The file as it was named, or the handle. */
  readonly title: string;
  readonly isHandle: boolean;
  readonly map: SourceMap;
  /** What is not there of a stored result, and what is withheld. */
  readonly notes: readonly string[];
  /** Calls that look at what the description points to, best first. */
  readonly next: readonly NextCommand[];
}

/**
 * Describes one file or stored result.
 *
 * Contract: reads it once from start to end; stores nothing.
 * @throws SpillwayError the `handle-` and `source-` errors.
 */
export async function mapOne(session: Session, io: Io, operand: string, previewBytes: number): Promise<OneMap> {
  const opened = await openSource(session, io.cwd, operand);
  const { source, title } = opened;
  const progress = createProgress(io.stderr, title);
  let known = 0;
  const withheld: Promise<number>[] = [];
  try {
    const map = await describeSource(source, {
      previewBytes,
      onProgress: (readBytes) => {
        progress.add(readBytes - known);
        withheld.push(opened.withheldIn(known, readBytes));
        known = readBytes;
      },
    });
    const next = map.suggestions.map((suggestion) => opened.toNext(toCall(suggestion)));
    const withheldBytes = (await Promise.all(withheld)).reduce((sum, bytes) => sum + bytes, 0);
    const keys = withheldBytes > 0 ? [withheldFact(withheldBytes)] : [];
    const notes = [...opened.notesFor(0, source.byteLength), ...keys];
    return { title, isHandle: opened.stored !== undefined, map, notes, next };
  } finally {
    progress.clear();
    await opened.close();
  }
}

/** Writes what is told of one as text. */
export function formatMap({ title, map, notes, next }: OneMap, bold: (text: string) => string): string {
  const { description, preview } = map;
  const facts = [description.headline, `${formatCount(description.byteLength)} bytes`, ...notes];
  const head = `${bold(toLine(title))}: ${facts.join(', ')}`;
  return [head, preview, ...next.map(({ command }) => command)].filter((part) => part !== '').join('\n');
}

/** Turns what is told of one into data. */
export function mapJson({ title, isHandle, map, notes, next }: OneMap): object {
  const { details: _, ...description } = map.description;
  const subject = isHandle ? { handle: title } : { file: title };
  return { ...subject, ...description, ...(notes.length > 0 && { notes }), preview: map.preview, next };
}

function toCall(suggestion: SourceMap['suggestions'][number]): NextCall {
  if (suggestion.kind === 'query') return { tool: 'query', arguments: { path: suggestion.path } };
  const { kind, ...position } = suggestion;
  return { tool: kind === 'grep' ? 'grep' : 'read', arguments: position };
}
