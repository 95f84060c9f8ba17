import type { ContentBlock } from '../../content.ts';
import type { JsonObject, JsonPath, JsonValue } from './json.ts';

/** A call as its message holds it. `path` leads from the message to the arguments. */
export interface CallPart {
  readonly kind: 'call';
  readonly path: JsonPath;
  /** Absent where the API pairs by order. */
  readonly callId?: string;
  /** From the message to `callId`. */
  readonly idPath?: JsonPath;
  readonly toolName: string;
  /** What the API takes as arguments: an object, nothing or an object, the text of an object, or any text. */
  readonly form: 'object' | 'optional-object' | 'object-text' | 'text';
}

/** A tool result as its message holds it. `path` leads from the message to the content. */
export interface ResultPart {
  readonly kind: 'result';
  readonly path: JsonPath;
  readonly callId?: string;
  /** From the message to `callId`. */
  readonly idPath?: JsonPath;
  /** Where the message itself names the tool. */
  readonly toolName?: string;
  readonly isError: boolean;
  /** Whether the API takes an empty text here. */
  readonly mayBeEmpty?: boolean;
}

/** An image, a document or a sound that stands inline. `path` leads from the message to the block. */
export interface MediaPart {
  readonly kind: 'media';
  readonly path: JsonPath;
  readonly mediaType: string;
  /** As base64. */
  readonly byteLength: number;
}

/** A text of a person, of the model, or of the instructions. `path` leads from the message to the string. */
export interface TextPart {
  readonly kind: 'text';
  readonly path: JsonPath;
}

export type WirePart = CallPart | ResultPart | MediaPart | TextPart;

export type Role = 'system' | 'user' | 'assistant' | 'tool' | 'other';

/** A result that is put where the transcript has none. */
export interface MissingResult {
  readonly callId?: string;
  readonly toolName: string;
  readonly text: string;
}

/**
 * How the request body of one API is laid out: where its messages are, what each part of one is, and how parts are
 * written. Every function is pure; what it does not know it leaves alone.
 */
export interface WireFormat {
  readonly name: string;
  /** The key of the body that holds the messages. */
  readonly messagesKey: string;
  /** The key of the body that names the model. Default: `model`. */
  readonly modelKey?: string;
  /** Keys of the body that hold tool definitions, and instructions beside the messages. */
  readonly toolsKey: string;
  readonly instructionsKey?: string;
  /** Tells by its shape alone whether a body is of this API. */
  isBody(body: JsonObject): boolean;
  /** Lists the tool definitions in what stands at `toolsKey`. Default: the items of a list. */
  toolsIn?(tools: JsonValue): readonly JsonValue[];
  roleOf(message: JsonObject): Role;
  /** Lists the parts of a message in their order. */
  partsOf(message: JsonObject): readonly WirePart[];
  /** Reads a block of a result as a content block; `undefined` for one that this format does not know. */
  toBlock(block: JsonObject): ContentBlock | undefined;
  /** Writes a text or a picture as a block of a result. */
  fromBlock(block: ContentBlock): JsonObject;
  /** Writes a text in the place of a result's content that was neither text nor a list of blocks. */
  writeContent(text: string, content: JsonObject): JsonValue;
  /** Where the body says how many tokens the answer may have. */
  readonly outputPaths: readonly JsonPath[];
  /** What repairing a transcript needs of this API. */
  readonly pairing: PairingRules;
}

/** How calls and results stand to each other in an API. */
export interface PairingRules {
  /** Results stand in messages of their own, or as blocks of the next message. */
  readonly resultsIn: 'messages' | 'next-message';
  /** The key of a message that holds what it says, as blocks or, in some APIs, as one text. */
  readonly blocksKey: string;
  /** Messages of one role may not follow each other. */
  readonly alternates: boolean;
  /** The first message is a person's. */
  readonly beginsWithPerson: boolean;
  /** Messages of the model that follow each other are one turn, whose results stand behind all of it. */
  readonly joinsTurns: boolean;
  /** Ids of calls and items may stand in a request once; else once among the calls of a message. */
  readonly uniqueIds: boolean;
  /** Tells a message of the model that may only stand before another one of it. */
  needsNext?(message: JsonObject): boolean;
  /** Tells a message that says something though there is nothing at `blocksKey`. */
  saysElsewhere?(message: JsonObject): boolean;
  /** Returns the message, or the block, that gives a result. */
  writeResult(result: MissingResult): JsonObject;
  /**
   * Returns the message of role `tool` that holds results as its blocks, where nothing that a person says stands beside
   * them. Default: they stand in a message of a person.
   */
  writeResults?(blocks: readonly JsonValue[]): JsonObject;
  /** Returns a message of a person. */
  writeText(text: string): JsonObject;
  /** Returns a block of a message of a person. */
  writeTextBlock(text: string): JsonObject;
  /** Returns a medium of a result as a block of a message of a person. Default: the same block. */
  writeMediaBlock?(media: JsonObject): JsonObject;
}
