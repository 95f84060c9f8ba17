import { jsonChunks } from '../../bound/json-chunks.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import type { ContentBlock } from '../../content.ts';
import { boundInPlace } from './bound-in-place.ts';
import { fitWithin } from './fit-within.ts';
import { isErrorOutput, type ModelOutput, type OutputPart } from './model-output.ts';
import { boundFor, envelopeBytes, type OutputCall } from './output-call.ts';
import { isNoText, partsBytes, toBlock } from './output-parts.ts';
import { fromBlock, mediaBlocksOf } from './protocol-blocks.ts';

/**
 * Makes what a model is shown of a result fit the call's budget.
 *
 * Contract: the same object where it fits. What does not fit becomes a text; a text in a list of parts becomes one there,
 * and media stays media up to `maxMediaBytes`. With `keepsForm`, a JSON value keeps its form and only its long strings
 * are bounded, where that is enough. An error stays an error. Measured in the costliest form in which providers send it.
 */
export async function boundOutput(output: ModelOutput, call: OutputCall, keepsForm = false): Promise<ModelOutput> {
  const { type, value } = output;
  if ((type === 'text' || type === 'error-text') && typeof value === 'string') {
    const text = (await boundFor(call, value, isErrorOutput(output))).toText();
    return text === value ? output : { ...output, value: text };
  }
  if (type === 'json' || type === 'error-json') return boundJson(output, call, keepsForm);
  if (type === 'content' && Array.isArray(value)) return boundParts(output, value, call);
  return output;
}

async function boundJson(output: ModelOutput, call: OutputCall, keepsForm: boolean): Promise<ModelOutput> {
  const { value } = output;
  const isError = isErrorOutput(output);
  const blocks = mediaBlocksOf(value);
  if (blocks !== undefined && !isError && !keepsForm) {
    return boundParts({ ...output, type: 'content', value: undefined }, blocks.map(fromBlock), call);
  }
  if (keepsForm) {
    const inPlace = await boundInPlace(value, call.maxResultBytes - envelopeBytes(call), async (text, maxBytes) =>
      (await boundFor(call, text, isError, maxBytes)).toText(),
    );
    if (inPlace !== undefined) return inPlace === value ? output : { ...output, value: inPlace };
  }
  const result = await boundFor(call, isError ? [...jsonChunks(value)].join('') : value, isError);
  if (result.complete && fitsAsJson(value, call)) return output;
  return { ...output, type: isError ? 'error-text' : 'text', value: result.toText() };
}

/** A string is escaped once more when it is sent as JSON; a value of which there is no JSON cannot be sent. */
function fitsAsJson(value: unknown, call: OutputCall): boolean {
  try {
    return jsonEscapedLength(JSON.stringify(value)) <= call.maxResultBytes - envelopeBytes(call);
  } catch {
    return false;
  }
}

async function boundParts(output: ModelOutput, parts: readonly OutputPart[], call: OutputCall): Promise<ModelOutput> {
  const room = call.maxResultBytes - envelopeBytes(call);
  const origins = new Map<ContentBlock, OutputPart>();
  for (const part of parts) origins.set(toBlock(part, call.maxMediaBytes), part);
  const blocks = [...origins.keys()];
  const hasOthers = parts.some(isNoText);
  const bounded = await fitWithin(
    room,
    async (budget) => {
      const result = await boundFor(call, blocks, false, budget + envelopeBytes(call));
      const made = result.blocks.map((block) => origins.get(block) ?? fromBlock(block));
      return { made, isWhole: result.complete, text: result.toText() };
    },
    ({ made, text }) => (hasOthers ? partsBytes(made) : Math.min(partsBytes(made), jsonEscapedLength(text))),
  );
  if (bounded === undefined) return { ...output, type: 'text', value: (await boundFor(call, parts, false)).toText() };
  const { made, isWhole, text } = bounded;
  if (isWhole && output.value === parts && partsBytes(made) <= room) return output;
  return made.some(isNoText) ? { ...output, value: made } : { ...output, type: 'text', value: text };
}
