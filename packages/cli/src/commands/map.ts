import { SpillwayError } from '@spillway/core';
import { type CommandCall, type CommandSpec, defineCommand, escapedOption } from '../command.ts';
import { formatMap, mapJson, mapOne, type OneMap } from '../map/one-map.ts';
import { plural } from '../output/counts.ts';
import { createStyle } from '../output/style.ts';
import { writeJson, writeNote, writeText } from '../output/write.ts';
import { toShellText } from '../report-error.ts';
import { openSession } from '../session/open-session.ts';

/** What stands around the preview of one file: its name, its headline and three commands. */
const AROUND_BYTES = 1_024;

/** Describes files and stored results. */
export const mapCommand: CommandSpec = defineCommand({
  name: 'map',
  summary: 'Describe files or stored results: what kind, which patterns, what is rare.',
  operands: [{ name: '<handle|file...>', description: 'Handles such as r_k7m2q9xd, or paths.' }],
  options: [escapedOption],
  limits: ['maxResultBytes', 'previewBytes'],
  notes: `Shows what a notice would show, and the commands that look closer. Stores nothing.

Exit code: 0, or 2 when one cannot be read.

Example:
  spillway map *.log`,
  async run(call) {
    const { io, operands, options } = call;
    const session = await openSession(call);
    const { maxResultBytes, previewBytes } = session.settings;
    const share = Math.floor(maxResultBytes / operands.length) - AROUND_BYTES;
    const maps: OneMap[] = [];
    const failures: string[] = [];
    for (const operand of operands) {
      try {
        maps.push(await mapOne(session, io, operand, Math.max(0, Math.min(previewBytes, share))));
      } catch (error) {
        if (!SpillwayError.isInstance(error)) throw error;
        failures.push(toShellText(error));
      }
    }
    if (options.json) await printJson(call, maps, failures, maxResultBytes);
    else await printText(call, maps, failures, maxResultBytes);
    return failures.length === 0 ? 0 : 2;
  },
});

async function printText(
  { io }: CommandCall,
  maps: readonly OneMap[],
  failures: readonly string[],
  maxBytes: number,
): Promise<void> {
  const style = createStyle(io.stdout, io.env);
  const texts = maps.map((map) => formatMap(map, style.bold));
  const shown = fitting(texts, maxBytes - AROUND_BYTES, (text) => `${text}\n\n`);
  if (shown.length > 0) await writeText(io.stdout, shown.join('\n\n'));
  for (const failure of failures) await writeNote(io.stderr, failure);
  const left = texts.length - shown.length;
  if (left > 0) await writeNote(io.stderr, `${plural(left, 'file')} more did not fit; name fewer at once`);
}

async function printJson(
  { io }: CommandCall,
  maps: readonly OneMap[],
  failures: readonly string[],
  maxBytes: number,
): Promise<void> {
  const files = fitting(maps.map(mapJson), maxBytes - AROUND_BYTES, (map) => map);
  await writeJson(io.stdout, { files, omittedFiles: maps.length - files.length, failures: failures.slice(0, 5) });
}

/** Returns as many items from the start as their JSON has room for. */
function fitting<T>(items: readonly T[], maxBytes: number, encode: (item: T) => unknown): T[] {
  let room = maxBytes;
  const taken: T[] = [];
  for (const item of items) {
    room -= Buffer.byteLength(JSON.stringify(encode(item))) + 1;
    if (room < 0) break;
    taken.push(item);
  }
  return taken;
}
