import type { ProviderApi } from '../../src/testing/providers/rules/rule.ts';
import type { Body } from './transcript-bodies.ts';

/** Where a call or a result stands in a body. */
export interface EditPlace {
  /** Keys from the body to the list that it is in. */
  readonly list: readonly (string | number)[];
  /** Its place in that list. */
  readonly listIndex: number;
  /** Its place among the calls, or the results, of its step. */
  readonly index: number;
  /** The step that its id names. */
  readonly step: string;
  readonly id: string;
  /** The key of the id, from the item on. */
  readonly idKeys: readonly string[];
}

type Kind = 'calls' | 'results';

/** Which items are calls and results, by the keys that lead to their ids. */
const idKeys: Readonly<Record<ProviderApi, (item: Body) => { kind: Kind; keys: readonly string[] } | undefined>> = {
  'anthropic-messages': ({ type }) =>
    type === 'tool_use'
      ? { kind: 'calls', keys: ['id'] }
      : type === 'tool_result'
        ? { kind: 'results', keys: ['tool_use_id'] }
        : undefined,
  'openai-chat': ({ type, role }) =>
    type === 'function'
      ? { kind: 'calls', keys: ['id'] }
      : role === 'tool'
        ? { kind: 'results', keys: ['tool_call_id'] }
        : undefined,
  'openai-responses': ({ type }) =>
    type === 'function_call'
      ? { kind: 'calls', keys: ['call_id'] }
      : type === 'function_call_output'
        ? { kind: 'results', keys: ['call_id'] }
        : undefined,
  'bedrock-converse': (item) =>
    'toolUse' in item
      ? { kind: 'calls', keys: ['toolUse', 'toolUseId'] }
      : 'toolResult' in item
        ? { kind: 'results', keys: ['toolResult', 'toolUseId'] }
        : undefined,
  gemini: (item) =>
    'functionCall' in item
      ? { kind: 'calls', keys: ['functionCall', 'id'] }
      : 'functionResponse' in item
        ? { kind: 'results', keys: ['functionResponse', 'id'] }
        : undefined,
};

/** Finds the calls and the results of a body, in their order. */
export function callsAndResults(api: ProviderApi, body: Body): Record<Kind, EditPlace[]> {
  const found: Record<Kind, EditPlace[]> = { calls: [], results: [] };
  const { tools: _tools, ...rest } = body;
  visit(rest, [], (item, list, listIndex) => {
    const keys = idKeys[api](item);
    if (keys === undefined) return;
    const id = String(keys.keys.reduce<unknown>((value, key) => (value as Body)[key], item));
    const step = id.slice(0, id.lastIndexOf('_'));
    const index = found[keys.kind].filter((place) => place.step === step).length;
    found[keys.kind].push({ list, listIndex, index, step, id, idKeys: keys.keys });
  });
  return found;
}

type Visitor = (item: Body, list: readonly (string | number)[], listIndex: number) => void;

function visit(value: unknown, keys: readonly (string | number)[], visitor: Visitor): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (typeof item === 'object' && item !== null) visitor(item, keys, index);
      visit(item, [...keys, index], visitor);
    }
    return;
  }
  for (const [key, member] of Object.entries(value)) visit(member, [...keys, key], visitor);
}

const listAt = (body: Body, keys: readonly (string | number)[]): Body[] =>
  keys.reduce<unknown>((value, key) => (value as Body)[key], body) as Body[];

/** Leaves a call or a result out; returns another body. */
export function remove(body: Body, place: EditPlace): Body {
  const copy = structuredClone(body);
  listAt(copy, place.list).splice(place.listIndex, 1);
  return copy;
}

/** Which message, item or content of the body a place is in. */
const topIndex = ({ list, listIndex }: EditPlace): number => (list.length > 1 ? Number(list[1]) : listIndex);
const topList = (body: Body, { list }: EditPlace): Body[] => body[list[0] as string] as Body[];

/** Moves a result, with the message that it is in, to where its call's message begins; returns another body. */
export function moveBefore(body: Body, result: EditPlace, call: EditPlace): Body {
  const copy = structuredClone(body);
  const messages = topList(copy, result);
  const [moved] = messages.splice(topIndex(result), 1);
  messages.splice(topIndex(call), 0, moved as Body);
  return copy;
}

/** Lets the user say something right before the message that a result is in; returns another body. */
export function insertBefore(body: Body, result: EditPlace): Body {
  const copy = structuredClone(body);
  const messages = topList(copy, result);
  const said = messages.find(({ role }) => role === 'user');
  messages.splice(topIndex(result), 0, structuredClone(said) as Body);
  return copy;
}

/** Gives two results each other's ids; returns another body. */
export function exchangeIds(body: Body, first: EditPlace, second: EditPlace): Body {
  const copy = structuredClone(body);
  setId(copy, first, second.id);
  setId(copy, second, first.id);
  return copy;
}

function setId(body: Body, { list, listIndex, idKeys: keys }: EditPlace, id: string): void {
  const owner = keys.slice(0, -1).reduce<unknown>((value, key) => (value as Body)[key], listAt(body, list)[listIndex]);
  (owner as Body)[keys.at(-1) as string] = id;
}
