import type { ProviderApi } from '../../src/testing/providers/rules/rule.ts';
import type { NumberedCall, NumberedStep, Picture, SentTurn, Transcript } from './transcript.ts';
import { sentTurns } from './transcript.ts';

/** A body of a request, as JSON. */
export type Body = Record<string, unknown>;

const schema = { type: 'object', properties: { path: { type: 'string' } } };
const signature = 'c2lnbmF0dXJl';
const some = <T>(value: T | undefined, write: (value: T) => unknown): unknown[] =>
  value === undefined ? [] : [write(value)];
const dataUrl = ({ mediaType, base64 }: Picture): string => `data:${mediaType};base64,${base64}`;

/** Writes a conversation as the body of a request of each API. */
export const bodyOf: Readonly<Record<ProviderApi, (transcript: Transcript) => Body>> = {
  'anthropic-messages': (transcript) => ({
    model: 'claude-test',
    max_tokens: 4_096,
    ...(transcript.isThinking ? { thinking: { type: 'enabled', budget_tokens: 2_048 } } : {}),
    ...(transcript.system === undefined
      ? {}
      : { system: [{ type: 'text', text: transcript.system, cache_control: { type: 'ephemeral' } }] }),
    tools: transcript.toolNames.map((name) => ({ name, description: name, input_schema: schema })),
    messages: sentTurns(transcript, 'toolu_').flatMap((turn) => anthropicTurn(turn, transcript.isThinking)),
  }),
  'openai-chat': (transcript) => ({
    model: 'gpt-test',
    max_completion_tokens: 4_096,
    tools: transcript.toolNames.map((name) => ({
      type: 'function',
      function: { name, description: name, parameters: schema },
    })),
    messages: [
      ...some(transcript.system, (content) => ({ role: 'system', content })),
      ...sentTurns(transcript, 'call_').flatMap(chatTurn),
    ],
  }),
  'openai-responses': (transcript) => ({
    model: 'gpt-test',
    store: false,
    max_output_tokens: 4_096,
    ...(transcript.system === undefined ? {} : { instructions: transcript.system }),
    tools: transcript.toolNames.map((name) => ({ type: 'function', name, description: name, parameters: schema })),
    input: sentTurns(transcript, 'call_').flatMap((turn) => responsesTurn(turn, transcript.isThinking)),
  }),
  'bedrock-converse': (transcript) => ({
    inferenceConfig: { maxTokens: 4_096 },
    ...(transcript.system === undefined ? {} : { system: [{ text: transcript.system }] }),
    toolConfig: {
      tools: transcript.toolNames.map((name) => ({
        toolSpec: { name, description: name, inputSchema: { json: schema } },
      })),
    },
    messages: sentTurns(transcript, 'tooluse_').flatMap((turn) => bedrockTurn(turn, transcript.isThinking)),
  }),
  gemini: (transcript) => ({
    generationConfig: { maxOutputTokens: 4_096 },
    ...(transcript.system === undefined ? {} : { systemInstruction: { parts: [{ text: transcript.system }] } }),
    tools: [
      {
        functionDeclarations: transcript.toolNames.map((name) => ({
          name,
          description: name,
          parameters: { type: 'OBJECT' },
        })),
      },
    ],
    contents: sentTurns(transcript, 'fc-').flatMap((turn) => geminiTurn(turn, transcript.isThinking)),
  }),
};

function anthropicTurn(turn: SentTurn, isThinking: boolean): Body[] {
  const image = ({ mediaType, base64 }: Picture) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: base64 },
  });
  const text = (value: string) => ({ type: 'text', text: value });
  const result = ({ id, result: { texts, picture, isError } }: NumberedCall) => ({
    type: 'tool_result',
    tool_use_id: id,
    content:
      texts.length === 1 && picture === undefined
        ? texts[0]
        : [...texts.map(text), ...some(isError ? undefined : picture, image)],
    ...(isError ? { is_error: true } : {}),
  });
  return [
    turn.userTexts.length === 1 && turn.picture === undefined
      ? { role: 'user', content: turn.userTexts[0] }
      : { role: 'user', content: [...some(turn.picture, image), ...turn.userTexts.map(text)] },
    ...turn.steps.flatMap((step) => [
      {
        role: 'assistant',
        content: [
          ...(isThinking ? [{ type: 'thinking', thinking: step.thinking ?? '', signature }] : []),
          ...some(step.text, text),
          ...step.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
        ],
      },
      { role: 'user', content: [...step.results.map(result), ...some(step.remark, text)] },
    ]),
    ...(some(turn.answer, (answer) => ({ role: 'assistant', content: [text(answer)] })) as Body[]),
  ];
}

function chatTurn(turn: SentTurn): Body[] {
  const text = (value: string) => ({ type: 'text', text: value });
  const image = (picture: Picture) => ({ type: 'image_url', image_url: { url: dataUrl(picture) } });
  return [
    turn.userTexts.length === 1 && turn.picture === undefined
      ? { role: 'user', content: turn.userTexts[0] }
      : { role: 'user', content: [...turn.userTexts.map(text), ...some(turn.picture, image)] },
    ...turn.steps.flatMap((step): Body[] => [
      {
        role: 'assistant',
        content: step.text ?? null,
        tool_calls: step.calls.map(({ id, name, input }) => ({
          id,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        })),
      },
      ...step.results.map(({ id, result: { texts } }) => ({
        role: 'tool',
        tool_call_id: id,
        content: texts.length === 1 ? texts[0] : texts.map(text),
      })),
      ...(some(step.remark, (content) => ({ role: 'user', content })) as Body[]),
    ]),
    ...(some(turn.answer, (content) => ({ role: 'assistant', content })) as Body[]),
  ];
}

function responsesTurn(turn: SentTurn, isThinking: boolean): Body[] {
  const text = (value: string) => ({ type: 'input_text', text: value });
  const image = (picture: Picture) => ({ type: 'input_image', image_url: dataUrl(picture) });
  const said = (content: string, id: string) => ({
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    content: [{ type: 'output_text', text: content, annotations: [] }],
  });
  return [
    turn.userTexts.length === 1 && turn.picture === undefined
      ? { role: 'user', content: turn.userTexts[0] }
      : { type: 'message', role: 'user', content: [...turn.userTexts.map(text), ...some(turn.picture, image)] },
    ...turn.steps.flatMap((step): Body[] => [
      ...(isThinking
        ? [{ type: 'reasoning', id: `rs_${step.number}`, summary: [], encrypted_content: signature }]
        : []),
      ...(some(step.text, (content) => said(content, `step_${step.number}`)) as Body[]),
      ...step.calls.map(({ id, name, input }) => ({
        type: 'function_call',
        id: `fc_${id}`,
        call_id: id,
        name,
        arguments: JSON.stringify(input),
      })),
      ...step.results.map(({ id, result: { texts, picture } }) => ({
        type: 'function_call_output',
        call_id: id,
        output: texts.length === 1 && picture === undefined ? texts[0] : [...texts.map(text), ...some(picture, image)],
      })),
      ...(some(step.remark, (content) => ({ role: 'user', content })) as Body[]),
    ]),
    ...(some(turn.answer, (content) => said(content, `turn_${turn.number}`)) as Body[]),
  ];
}

function bedrockTurn(turn: SentTurn, isThinking: boolean): Body[] {
  const image = ({ mediaType, base64 }: Picture) => ({
    image: { format: mediaType.slice('image/'.length), source: { bytes: base64 } },
  });
  const text = (value: string) => ({ text: value });
  const result = ({ id, result: { texts, picture, isError } }: NumberedCall) => ({
    toolResult: {
      toolUseId: id,
      content: [...texts.map(text), ...some(picture, image)],
      status: isError ? 'error' : 'success',
    },
  });
  return [
    { role: 'user', content: [...turn.userTexts.map(text), ...some(turn.picture, image)] },
    ...turn.steps.flatMap((step) => [
      {
        role: 'assistant',
        content: [
          ...(isThinking ? [{ reasoningContent: { reasoningText: { text: step.thinking ?? 'Hm.', signature } } }] : []),
          ...some(step.text, text),
          ...step.calls.map(({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } })),
        ],
      },
      { role: 'user', content: step.results.map(result) },
    ]),
    ...(some(turn.answer, (answer) => ({ role: 'assistant', content: [text(answer)] })) as Body[]),
  ];
}

function geminiTurn(turn: SentTurn, isThinking: boolean): Body[] {
  const image = ({ mediaType, base64 }: Picture) => ({ inlineData: { mimeType: mediaType, data: base64 } });
  const text = (value: string) => ({ text: value });
  return [
    { role: 'user', parts: [...turn.userTexts.map(text), ...some(turn.picture, image)] },
    ...turn.steps.flatMap((step) => [
      { role: 'model', parts: [...some(step.text, text), ...geminiCalls(step, isThinking)] },
      {
        role: 'user',
        parts: step.results.map(({ id, name, result: { texts, picture, isError } }) => ({
          functionResponse: {
            id,
            name,
            response: { [isError ? 'error' : 'output']: texts.join('\n') },
            ...(picture === undefined ? {} : { parts: [image(picture)] }),
          },
        })),
      },
    ]),
    ...(some(turn.answer, (answer) => ({ role: 'model', parts: [text(answer)] })) as Body[]),
  ];
}

/** The first of the calls that are made in parallel carries the signature. */
function geminiCalls({ calls }: NumberedStep, isSigned: boolean): unknown[] {
  return calls.map(({ id, name, input }, index) => ({
    functionCall: { id, name, args: input },
    ...(isSigned && index === 0 ? { thoughtSignature: signature } : {}),
  }));
}
