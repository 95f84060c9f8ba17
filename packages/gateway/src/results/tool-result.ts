import { parseString, slice } from '../json/raw.ts';
import type { Member, Range } from '../json/scan.ts';
import { findMember, scanArray, scanObject } from '../json/scan.ts';

/** One content block, as it lies in its bytes. */
export interface ResultItem {
  readonly range: Range;
  readonly type: string;
  /** The string literal of a text block, quotes included. */
  readonly text?: Range;
  /** The string literal of an image's or audio's base64, quotes included. */
  readonly data?: Range;
  /** Bytes of the members beside `type` and the text. */
  readonly sideBytes: number;
}

/** A tool result, as it lies in its bytes; nothing large is decoded. */
export interface ToolResultView {
  readonly bytes: Buffer;
  readonly range: Range;
  readonly members: readonly Member[];
  readonly items: readonly ResultItem[];
  readonly structured?: Range;
  readonly isError: boolean;
  /** The content is there and is no list. */
  readonly isMalformed: boolean;
}

/** The members of a tool result that are not side fields. */
const BODY_MEMBERS: ReadonlySet<string> = new Set(['content', 'structuredContent', 'isError']);

/**
 * Reads a tool result.
 *
 * Contract: `undefined` where the value is not a finished result, and so is nobody's to bound: a request for more input,
 * a task. A value of another form than the protocol's has no items; `isMalformed` where that is the form of its content.
 */
export function readToolResult(bytes: Buffer, range: Range): ToolResultView | undefined {
  const members = scanObject(bytes, range.start)?.members ?? [];
  const resultType = findMember(members, 'resultType');
  if (resultType !== undefined && parseString(bytes, resultType) !== 'complete') return undefined;
  if (findMember(members, 'task') !== undefined) return undefined;
  const content = findMember(members, 'content');
  const structured = findMember(members, 'structuredContent');
  const items = content === undefined ? [] : scanArray(bytes, content.start)?.items;
  return {
    bytes,
    range,
    members,
    items: (items ?? []).map((item) => readItem(bytes, item)),
    isMalformed: items === undefined && !isLiteral(bytes, content, 'null'),
    isError: isLiteral(bytes, findMember(members, 'isError'), 'true'),
    ...(structured === undefined || isLiteral(bytes, structured, 'null') ? {} : { structured }),
  };
}

/** Returns the members beside the content: `_meta`, `resultType` and whatever else the server sent. */
export function sideMembers(view: ToolResultView): readonly Member[] {
  return view.members.filter((member) => !BODY_MEMBERS.has(member.key));
}

function readItem(bytes: Buffer, range: Range): ResultItem {
  const members = scanObject(bytes, range.start)?.members ?? [];
  const type = parseString(bytes, findMember(members, 'type')) ?? '';
  const text = type === 'text' ? findString(bytes, members, 'text') : undefined;
  const data = type === 'image' || type === 'audio' ? findString(bytes, members, 'data') : undefined;
  const sideBytes = members
    .filter(({ key }) => key !== 'type' && (text === undefined || key !== 'text'))
    .reduce((sum, { keyRange, value }) => sum + value.end - keyRange.start, 0);
  return { range, type, sideBytes, ...(text === undefined ? {} : { text }), ...(data === undefined ? {} : { data }) };
}

function isLiteral(bytes: Buffer, range: Range | undefined, literal: string): boolean {
  return (
    range !== undefined &&
    range.end - range.start === literal.length &&
    slice(bytes, range).toString('latin1') === literal
  );
}

function findString(bytes: Buffer, members: readonly Member[], key: string): Range | undefined {
  const range = findMember(members, key);
  return range !== undefined && bytes[range.start] === 0x22 ? range : undefined;
}
