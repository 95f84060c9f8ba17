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
