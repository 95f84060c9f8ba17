import type { FileHandle } from 'node:fs/promises';
import { parseJsonObject } from '../../bytes/json-object.ts';
import { readRange } from './read-range.ts';
import type { RecordHeader } from './record.ts';
import { recordRefused, recordVersion } from './record-errors.ts';
import { isTornLine } from './record-line.ts';

/** The format that this program writes. */
const formatVersion = 1;
/** Headers are small; a first line without an end within so many bytes is none. */
const maxHeaderBytes = 65_536;
const headerStart = '{"type":"record","version":';
const ownFields: readonly string[] = ['type', 'version', 'at'];

/** A header and where the events begin. */
export interface FoundHeader {
  readonly header: RecordHeader;
  readonly endOffset: number;
}

/** Makes the first line of a new record. @throws TypeError for fields that a header cannot hold. */
export function formatHeader(fields: Readonly<Record<string, unknown>>): Buffer {
  const taken = ownFields.find((name) => name in fields);
  if (taken !== undefined) throw new TypeError(`a record's header has a field ${taken} of its own`);
  const header = { type: 'record', version: formatVersion, at: new Date().toISOString(), ...fields };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  if (line.length <= maxHeaderBytes) return line;
  throw new TypeError(`a record's header is at most ${maxHeaderBytes} bytes, not ${line.length}`);
}

/**
 * Reads the header of a record.
 *
 * Contract: nothing where the file is empty, or holds only a header that was cut short.
 * @throws SpillwayError `record-refused` when it is no record, `record-version`.
 */
export async function readHeader(file: FileHandle, path: string): Promise<FoundHeader | undefined> {
  const head = await readRange(file, 0, maxHeaderBytes);
  for (let from = 0; ; ) {
    const end = head.indexOf('\n', from);
    const line = head.subarray(from, end < 0 ? head.length : end);
    if (end < 0) {
      if (head.length < maxHeaderBytes && isStarted(line)) return undefined;
      throw recordRefused(path, 'is not a record');
    }
    from = end + 1;
    if (isTornLine(line) && isStarted(line)) continue;
    return { header: parseHeader(line, path), endOffset: from };
  }
}

/** Tells whether bytes are the start of a header, of any length, marked as torn or not. */
function isStarted(line: Buffer): boolean {
  const start = line.toString('latin1', 0, headerStart.length).replace(/(?<=.)#.*$/s, '');
  return headerStart.startsWith(start);
}

function parseHeader(line: Buffer, path: string): RecordHeader {
  const header = parseJsonObject(line.toString());
  const version = header?.type === 'record' ? header.version : undefined;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw recordRefused(path, 'is not a record');
  }
  if (version > formatVersion) throw recordVersion(path, version, formatVersion);
  return header as RecordHeader;
}
