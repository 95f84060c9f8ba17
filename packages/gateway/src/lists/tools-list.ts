import { parseString, rewriteObject, slice } from '../json/raw.ts';
import type { Member, Range } from '../json/scan.ts';
import { findMember, scanArray, scanObject } from '../json/scan.ts';
import type { OutputSchemaMode } from '../limits.ts';
import { widenOutputSchema } from './output-schema.ts';

/** One tool of a list, as it lies in its bytes. */
export interface ListedTool {
  readonly range: Range;
  readonly name: string;
  readonly members: readonly Member[];
}

/** A page of a tool list, as it lies in its bytes. */
export interface ToolsPage {
  readonly bytes: Buffer;
  readonly members: readonly Member[];
  readonly tools: readonly ListedTool[];
  readonly hasNext: boolean;
}

/** Reads a tool list's result; `undefined` where it is none. */
export function readToolsPage(bytes: Buffer, result: Range): ToolsPage | undefined {
  const object = scanObject(bytes, result.start);
  const toolsRange = object === undefined ? undefined : findMember(object.members, 'tools');
  const array = toolsRange === undefined ? undefined : scanArray(bytes, toolsRange.start);
  if (object === undefined || array === undefined) return undefined;
  const tools = array.items.map((range): ListedTool => {
    const members = scanObject(bytes, range.start)?.members ?? [];
    return { range, name: parseString(bytes, findMember(members, 'name')) ?? '', members };
  });
  const next = parseString(bytes, findMember(object.members, 'nextCursor'), Number.POSITIVE_INFINITY);
  return { bytes, members: object.members, tools, hasNext: next !== undefined };
}

/**
 * Writes a page again with our own tools first and the output schemas as the client needs them.
 *
 * Contract: all but `tools` keeps its bytes; a tool of the server keeps its bytes but for `outputSchema`. `leaveOut`
 * names tools that are not listed at all.
 */
export function writeToolsPage(
  page: ToolsPage,
  options: { first: readonly Buffer[]; outputSchemas: OutputSchemaMode; leaveOut?: ReadonlySet<string> },
): Buffer {
  const entries = [...options.first];
  for (const tool of page.tools) {
    if (options.leaveOut?.has(tool.name)) continue;
    entries.push(writeTool(page.bytes, tool, options.outputSchemas));
  }
  return rewriteObject(page.bytes, page.members, new Map([['tools', joinArray(entries)]]));
}

/** Writes a page that lists nothing but our own tools. */
export function writeOwnToolsPage(entries: readonly Buffer[], isModern: boolean): Buffer {
  const modern = isModern ? ',"resultType":"complete","ttlMs":0,"cacheScope":"private"' : '';
  return Buffer.concat([Buffer.from('{"tools":'), joinArray(entries), Buffer.from(`${modern}}`)]);
}

function writeTool(bytes: Buffer, tool: ListedTool, mode: OutputSchemaMode): Buffer {
  const schema = findMember(tool.members, 'outputSchema');
  if (schema === undefined || mode === 'keep') return slice(bytes, tool.range);
  const replacement = mode === 'widen' ? widenOutputSchema(slice(bytes, schema)) : null;
  return rewriteObject(bytes, tool.members, new Map([['outputSchema', replacement]]));
}

function joinArray(entries: readonly Buffer[]): Buffer {
  const pieces: Buffer[] = [];
  for (const entry of entries) pieces.push(Buffer.from(pieces.length === 0 ? '[' : ','), entry);
  pieces.push(Buffer.from(pieces.length === 0 ? '[]' : ']'));
  return Buffer.concat(pieces);
}
