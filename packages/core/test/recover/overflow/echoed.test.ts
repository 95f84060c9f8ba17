import { describe, expect, it } from 'vitest';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';
import { errorEnvelopes, toPython, toText } from './support/envelopes.ts';

/** What servers repeat of a request beside an error of another kind. */
const echoes: Record<string, (text: string) => unknown> = {
  'the request beside the error': (text) => ({
    error: { message: 'Field required', type: 'invalid_request_error' },
    request: { messages: [{ role: 'tool', content: text }] },
    input: text,
  }),
  'the input of a validator': (text) => ({
    detail: [
      { type: 'missing', loc: ['body', 'model'], msg: 'Field required', input: { messages: [{ content: text }] } },
    ],
  }),
  'the value of a validator in a text': (text) =>
    `1 validation error for ChatRequest\nmodel\n  Field required [type=missing, input_value=${toPython({ content: text })}, input_type=dict]`,
  'a field of the request in a text': (text) =>
    `400 Bad Request: missing model in {"messages": [{"role": "tool", "content": ${JSON.stringify(text)}}]}`,
  'a tool result in quotes': (text) => ({
    error: { message: `Invalid JSON in tool result: ${JSON.stringify(text)}`, type: 'invalid_request_error' },
  }),
  'the failed generation': (text) => ({
    error: { message: 'Failed to call a function.', code: 'tool_use_failed', failed_generation: text },
  }),
  'an answer of the model': (text) => ({
    choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    error: null,
  }),
  'an event of an answer': (text) =>
    `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', delta: { type: 'text_delta', text } })}\n\n`,
};

const overflows = errorEnvelopes
  .filter(({ envelope }) => classifyOverflow(envelope).isOverflow)
  .map(({ id, envelope }) => ({ id, text: toText(envelope.body) }));

describe.each(Object.entries(echoes))('a refusal that is echoed as %s', (_, echo) => {
  it('is none', () => {
    expect(overflows.length).toBeGreaterThan(240);
    const misread = overflows.flatMap(({ id, text }) => {
      const found = classifyOverflow({ provider: 'relay', status: 400, body: echo(text) });
      return found.isOverflow || found.limitTokens !== undefined ? [{ id, rule: found.rule }] : [];
    });
    expect(misread).toEqual([]);
  });
});

/** What models answer, in the form of each provider. */
const answers: Record<string, (text: string) => unknown> = {
  'OpenAI Chat': (text) => ({ choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }] }),
  'OpenAI Chat, in arguments': (text) => ({
    choices: [{ message: { tool_calls: [{ function: { name: 'log', arguments: JSON.stringify({ error: text }) } }] } }],
  }),
  'OpenAI Responses': (text) => ({
    status: 'completed',
    error: null,
    output: [{ content: [{ type: 'output_text', text }] }],
  }),
  'OpenAI Responses, an event': (text) => ({ type: 'response.output_text.delta', delta: text }),
  Anthropic: (text) => ({
    type: 'message',
    content: [
      { type: 'text', text },
      { type: 'tool_use', name: 'log', input: { error: text, message: text } },
    ],
    stop_reason: 'end_turn',
  }),
  Gemini: (text) => ({ candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }] }),
  Bedrock: (text) => ({ output: { message: { role: 'assistant', content: [{ text }] } }, stopReason: 'end_turn' }),
  Ollama: (text) => ({ message: { role: 'assistant', content: text }, done: true, done_reason: 'stop' }),
  'Ollama, without messages': (text) => ({ model: 'x', response: text, done: true }),
  TGI: (text) => [{ generated_text: text }],
  'a tool of MCP': (text) => ({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }], isError: true } }),
};

describe.each(Object.entries(answers))('an answer of %s that talks of a refusal', (_, answer) => {
  it('is none', () => {
    const misread = overflows.flatMap(({ id, text }) => {
      const found = [
        classifyOverflow({ status: 200, body: answer(text) }),
        classifyOverflow({ status: 200, body: JSON.stringify(answer(text)) }),
        classifyOverflow({ status: 200, event: `data: ${JSON.stringify(answer(text))}\n\n` }),
      ];
      return found
        .filter(({ isOverflow, limitTokens }) => isOverflow || limitTokens !== undefined)
        .map(({ rule }) => ({ id, rule }));
    });
    expect(misread).toEqual([]);
  });
});
