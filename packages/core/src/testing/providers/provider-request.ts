import type { JsonObject } from './parts/json.ts';
import type { ProviderApi } from './rules/rule.ts';

/** A tool that the request lists. */
export interface ListedTool {
  readonly name: string;
  readonly namespace?: string;
}

export interface TextItem {
  readonly kind: 'system' | 'user' | 'assistant';
  readonly text: string;
}

export interface ToolCallItem {
  readonly kind: 'tool-call';
  readonly id?: string;
  readonly name: string;
  /** As an object, whichever form the API has; arguments that are no JSON object are what they are. */
  readonly input: unknown;
}

export interface ToolResultItem {
  readonly kind: 'tool-result';
  readonly id?: string;
  /** Where the API names the tool. */
  readonly name?: string;
  readonly text: string;
}

/** One part of the conversation, in the order of the request. */
export type TranscriptItem = TextItem | ToolCallItem | ToolResultItem;

/** A request, read: the same for every API. */
export interface ProviderRequest {
  readonly api: ProviderApi;
  /** With its query. */
  readonly path: string;
  readonly body: JsonObject;
  /** Bytes of the body as it came. */
  readonly byteLength: number;
  readonly model: string;
  readonly isStreamed: boolean;
  /** What the request reserves for the answer; absent where it says nothing. */
  readonly maxOutputTokens?: number;
  readonly tools: readonly ListedTool[];
  readonly items: readonly TranscriptItem[];
}
