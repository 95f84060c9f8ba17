import { handleMalformed, parseHandleId, suggestHandleId } from '../handle/handle-id.ts';

/**
 * Reads an id as a model may have copied it, where the ids it may have meant are known.
 *
 * Contract: `listIds` is asked only when `text` is no id.
 *
 * @throws SpillwayError `handle-malformed`, with the fact `nearId` where one is near.
 */
export async function parseListedId(
  text: string,
  listIds: () => Iterable<string> | Promise<Iterable<string>>,
): Promise<string> {
  try {
    return parseHandleId(text);
  } catch {
    throw handleMalformed(text, suggestHandleId(text, await listIds()));
  }
}
