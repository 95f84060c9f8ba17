import { type JsonObject, type JsonValue, valueAt } from '../../wire/json.ts';
import { pairPartsOf } from '../../wire/parts.ts';
import type { CallPart, PairingRules, ResultPart, Role, WireFormat } from '../../wire/wire-format.ts';
import { missingResultText, strayResultText } from './words.ts';

/** A message, and its place in the transcript. */
export interface Placed {
  readonly message: JsonObject;
  readonly index: number;
}

/** A message with its calls and results, while they are put in order. */
export interface Item extends Placed {
  /** With the ids that its calls and results are sent with. */
  message: JsonObject;
  readonly role: Role;
  readonly calls: readonly CallPart[];
  readonly results: readonly ResultPart[];
}

export function toItem({ message, index }: Placed, format: WireFormat): Item {
  const { role, calls, results } = pairPartsOf(message, format);
  // A message that is one result may have several parts, each with a text.
  const isOne = results.length > 1 && format.pairing.resultsIn === 'messages';
  return { message, index, role, calls, results: isOne ? results.slice(0, 1) : results };
}

/** Writes a result without a call as blocks of a message of a person: its text, and its media as they are. */
export function strayBlocks(message: JsonObject, result: ResultPart, format: WireFormat): JsonObject[] {
  const content = valueAt(message, result.path);
  const inMessages = format.pairing.resultsIn === 'messages';
  const media = format
    .partsOf(message)
    .filter(({ kind, path }) => kind === 'media' && (inMessages || path[1] === result.path[1]))
    .map(({ path }) => valueAt(message, path) as JsonObject);
  const text = strayText(content, new Set<JsonValue>(media), format);
  const { writeTextBlock, writeMediaBlock = (block) => block } = format.pairing;
  return [writeTextBlock(`${strayResultText}\n${text}`), ...media.map((block) => writeMediaBlock(block))];
}

/** Writes a result without a call as a message of a person. */
export function strayMessage(message: JsonObject, result: ResultPart, format: WireFormat): JsonObject {
  const blocks = strayBlocks(message, result, format);
  return blocks.length === 1
    ? format.pairing.writeText(String(blocks[0]?.text))
    : personMessage(blocks, format.pairing);
}

/** Writes a message of a person that holds blocks. */
export function personMessage(blocks: readonly JsonValue[], { writeText, blocksKey }: PairingRules): JsonObject {
  return { ...writeText(''), [blocksKey]: blocks };
}

function strayText(content: JsonValue | undefined, media: ReadonlySet<JsonValue>, format: WireFormat): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content ?? null);
  return (content as readonly JsonValue[])
    .filter((block) => !media.has(block))
    .map((block) => {
      const known = format.toBlock(block as JsonObject);
      return typeof known?.text === 'string' ? known.text : JSON.stringify(block);
    })
    .join('\n');
}

/** Writes the result of a call that has none: a message, or a block of one. */
export function writeMissingResult({ message }: Item, call: CallPart, { pairing }: WireFormat): JsonObject {
  const id = call.idPath === undefined ? call.callId : valueAt(message, call.idPath);
  return pairing.writeResult({
    toolName: call.toolName,
    text: missingResultText,
    ...(typeof id === 'string' && { callId: id }),
  });
}
