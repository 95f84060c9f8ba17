import { at, type Place, textAt } from '../place.ts';

/** Items that a model gives. https://platform.openai.com/docs/api-reference/responses/object */
const typesOfModel = [
  'function_call',
  'custom_tool_call',
  'reasoning',
  'web_search_call',
  'file_search_call',
  'computer_call',
  'code_interpreter_call',
  'image_generation_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'mcp_list_tools',
  'mcp_call',
  'mcp_approval_request',
  'compaction',
];

/** The items that an input may have. https://platform.openai.com/docs/api-reference/responses/create */
export const itemTypes: readonly string[] = [
  ...typesOfModel,
  'message',
  'item_reference',
  'function_call_output',
  'custom_tool_call_output',
  'computer_call_output',
  'local_shell_call_output',
  'shell_call_output',
  'apply_patch_call_output',
  'mcp_approval_response',
];

/** The parts that messages of a role may have. */
export const partsByRole: Readonly<Record<string, readonly string[]>> = {
  user: ['input_text', 'input_image', 'input_file'],
  system: ['input_text', 'input_image', 'input_file'],
  developer: ['input_text', 'input_image', 'input_file'],
  assistant: ['output_text', 'refusal'],
};

/** The items of an input; a text has none. */
export function itemsIn(body: Place): readonly Place[] {
  return at(body, 'input').items;
}

/** The type of an item; messages may leave it out. */
export function typeOf(item: Place): string | undefined {
  return textAt(item, 'type') ?? (textAt(item, 'role') === undefined ? undefined : 'message');
}

/** Tells items of a type. */
export function isItem(...types: readonly string[]): (item: Place) => boolean {
  return (item) => types.includes(typeOf(item) ?? '');
}

/** Tells whether an item is one that a model gives. */
export function isOfModel(item: Place | undefined): boolean {
  if (item === undefined) return false;
  const isSaid = isItem('message')(item) && textAt(item, 'role') === 'assistant';
  return isSaid || isItem('item_reference', ...typesOfModel)(item);
}

/** The parts of a message, or of an output. */
export function partsOf(item: Place): readonly Place[] {
  return [...at(item, 'content').items, ...at(item, 'output').items];
}
