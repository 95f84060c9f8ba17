import type { Answer, ReplyContext } from '../api-row.ts';
import { toObject } from './json.ts';
import { toPieces } from './pieces.ts';

interface ThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly signature: string;
}

interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

type Block = ThinkingBlock | TextBlock | ToolUseBlock;

interface StreamEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/**
 * Returns the blocks of an answer. With thinking enabled the model thinks first, and clients have to send that back.
 */
export function contentBlocks({ text, toolCalls }: Answer, { request, newId }: ReplyContext): readonly Block[] {
  const isThinking = toObject(request.body.thinking).type === 'enabled';
  return [
    ...(isThinking ? [{ type: 'thinking', thinking: 'As the script says.', signature: newId('sig') } as const] : []),
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...toolCalls.map(({ id, name, input }) => ({ type: 'tool_use' as const, id: id ?? newId('toolu_'), name, input })),
  ];
}

/**
 * Returns the events of a block: it opens empty, and what it holds comes in deltas. The first is followed by a ping.
 */
export function blockEvents(block: Block, index: number): readonly StreamEvent[] {
  const { opened, deltas } = parts(block);
  return [
    { type: 'content_block_start', index, content_block: opened },
    ...(index === 0 ? [{ type: 'ping' }] : []),
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

interface Parts {
  readonly opened: object;
  readonly deltas: readonly object[];
}

/** The input of a call comes as JSON text. */
function parts(block: Block): Parts {
  if (block.type === 'text') {
    return {
      opened: { ...block, text: '' },
      deltas: toPieces(block.text).map((text) => ({ type: 'text_delta', text })),
    };
  }
  if (block.type === 'thinking') {
    const { thinking, signature } = block;
    const deltas = toPieces(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
    return {
      opened: { ...block, thinking: '', signature: '' },
      deltas: [...deltas, { type: 'signature_delta', signature }],
    };
  }
  const pieces = ['', ...toPieces(JSON.stringify(block.input))];
  return {
    opened: { ...block, input: {} },
    deltas: pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  };
}
