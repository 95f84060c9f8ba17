import { type JsonObject, toJsonText, valueAt } from '../../wire/json.ts';
import type { CallPart, ResultPart, WireFormat } from '../../wire/wire-format.ts';

export function callsIn(message: JsonObject, format: WireFormat): readonly CallPart[] {
  return format.partsOf(message).filter((part) => part.kind === 'call');
}

export function resultsIn(message: JsonObject, format: WireFormat): readonly ResultPart[] {
  return format.partsOf(message).filter((part) => part.kind === 'result');
}

/** What a result says, for a place where results may not stand. */
export function strayText(message: JsonObject, result: ResultPart | undefined): string {
  const content = result && valueAt(message, result.path);
  return typeof content === 'string' ? content : toJsonText(content ?? message);
}
