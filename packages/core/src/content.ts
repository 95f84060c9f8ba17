/** The content blocks of the Model Context Protocol, as far as Spillway reads them. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly [key: string]: unknown;
}

export interface MediaBlock {
  readonly type: 'image' | 'audio';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly [key: string]: unknown;
}

/** `resource`, `resource_link` and kinds that are not known yet. */
export interface OtherBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

export type ContentBlock = TextBlock | MediaBlock | OtherBlock;

/** A call that fetches more, with literal arguments that succeed when sent back verbatim. */
export interface NextCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Writes a call as a model repeats it: the tool's name, a space, one JSON object. */
export function formatCall(call: NextCall): string {
  return `${call.tool} ${JSON.stringify(call.arguments)}`;
}

/** Reads a call that `formatCall` wrote; `undefined` for anything else. */
export function parseCall(line: string): NextCall | undefined {
  const parts = /^([A-Za-z0-9_.-]{1,128}) (\{.*\})$/u.exec(line);
  if (parts === null) return undefined;
  try {
    return { tool: parts[1] ?? '', arguments: JSON.parse(parts[2] ?? '') as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

/** Encoded bytes of `[{"type":"text","text":""}]`. */
export const textBlockFrameBytes = 27;

/** Calls that a notice names at most. */
export const maxNextCalls = 3;
