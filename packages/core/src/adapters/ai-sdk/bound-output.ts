import { jsonChunks } from '../../bound/json-chunks.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { boundInPlace } from './bound-in-place.ts';
import { boundParts, noticeOf } from './bound-parts.ts';
import { isErrorOutput, type ModelOutput } from './model-output.ts';
import { boundFor, envelopeBytes, type OutputCall } from './output-call.ts';
import { toParts } from './protocol-blocks.ts';

/**
 * Makes what a model is shown of a result fit the call's budget.
 *
 * Contract: the same object where it fits. What does not fit becomes a text; a text in a list of parts becomes one
 * there, and media stays media up to `maxMediaBytes`. With `keepsForm`, a JSON value keeps its form and only its long
 * strings are bounded, where that is enough. An error stays an error. Measured in the costliest form in which providers
 * send it.
 */
export async function boundOutput(output: ModelOutput, call: OutputCall, keepsForm = false): Promise<ModelOutput> {
  const { type, value } = output;
  if ((type === 'text' || type === 'error-text') && typeof value === 'string') {
    const text = (await boundFor(call, value, { isError: isErrorOutput(output) })).toText();
    return text === value ? output : { ...output, value: text };
  }
  if (type === 'json' || type === 'error-json') return boundJson(output, call, keepsForm);
  if (type === 'content' && Array.isArray(value)) return boundParts(output, value, call);
  return output;
}

async function boundJson(output: ModelOutput, call: OutputCall, keepsForm: boolean): Promise<ModelOutput> {
  const { value } = output;
  const isError = isErrorOutput(output);
  const parts =
    isError || keepsForm ? undefined : await toParts(value, (bytes, mediaType) => noticeOf(bytes, mediaType, call));
  if (parts !== undefined) return boundParts({ ...output, type: 'content', value: undefined }, parts, call);
  if (keepsForm) {
    const inPlace = await boundInPlace(value, call.maxResultBytes - envelopeBytes(call), async (text, maxBytes) =>
      (await boundFor(call, text, { isError, maxResultBytes: maxBytes })).toText(),
    );
    if (inPlace !== undefined) return inPlace === value ? output : { ...output, value: inPlace };
  }
  const result = await boundFor(call, isError ? [...jsonChunks(value)].join('') : value, { isError });
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
