import { isObject, type JsonObject, type JsonPath, replaceAt, valueAt } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';

/** Returns how many tokens a request reserves for its answer; nothing where it does not say. */
export function outputTokensOf(body: JsonObject, { outputPaths }: WireFormat): number | undefined {
  return outputPaths.map((path) => valueAt(body, path)).find((value) => typeof value === 'number');
}

/** Returns the request with another reservation, in the place where it stood or where the API has it. */
export function withOutputTokens(body: JsonObject, { outputPaths }: WireFormat, tokens: number): JsonObject {
  const path = outputPaths.find((at) => typeof valueAt(body, at) === 'number') ?? outputPaths[0];
  return path === undefined ? body : replaceAt(withParents(body, path), path, tokens);
}

function withParents(body: JsonObject, path: JsonPath): JsonObject {
  const [key, ...rest] = path;
  if (typeof key !== 'string' || rest.length === 0 || isObject(body[key])) return body;
  return { ...body, [key]: {} };
}
