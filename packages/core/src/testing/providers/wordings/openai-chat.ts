import type { Envelope, RefusalFacts, Wordings } from '../refusal.ts';
import { openaiCommon, openaiError, vllmError, vllmLowerBound, vllmSum } from './openai.ts';

const tooLong = { param: 'messages', code: 'context_length_exceeded' };

/** The sum, split as OpenAI's older models and DeepSeek word it. */
const split = ({ limitTokens, inputTokens, outputTokens }: RefusalFacts): string =>
  `This model's maximum context length is ${limitTokens} tokens. However, you requested ${inputTokens + outputTokens} tokens (${inputTokens} in the messages, ${outputTokens} in the completion). Please reduce the length of the messages or completion.`;

function openRouter({ limitTokens, inputTokens, outputTokens }: RefusalFacts): Envelope {
  const output = outputTokens === 0 ? '' : `, ${outputTokens} in the output`;
  const message = `This endpoint's maximum context length is ${limitTokens} tokens. However, you requested about ${inputTokens + outputTokens} tokens (${inputTokens} of text input${output}). Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.`;
  return { status: 400, body: { error: { message, code: 400, metadata: { provider_name: null } } } };
}

function llamaCpp({ inputTokens, limitTokens }: RefusalFacts): Envelope {
  const message = `request (${inputTokens} tokens) exceeds the available context size (${limitTokens} tokens), try increasing it`;
  const fields = { n_prompt_tokens: inputTokens, n_ctx: limitTokens };
  return {
    status: 400,
    body: { error: { code: 400, message, type: 'exceed_context_size_error', ...fields } },
    streamName: 'error',
  };
}

/** What servers of the OpenAI Chat Completions API say; OpenAI's own words come first. */
export const openaiChatWordings: Wordings = {
  ...openaiCommon,
  prompt: {
    openai: ({ limitTokens, inputTokens }) =>
      openaiError(
        400,
        `This model's maximum context length is ${limitTokens} tokens. However, your messages resulted in ${inputTokens} tokens. Please reduce the length of the messages.`,
        tooLong,
      ),
    'configured-limit': ({ limitTokens, inputTokens }) =>
      openaiError(
        400,
        `Input tokens exceed the configured limit of ${limitTokens} tokens. Your messages resulted in ${inputTokens} tokens. Please reduce the length of the messages.`,
      ),
    vllm: ({ limitTokens, inputTokens }) =>
      vllmError(
        `This model's maximum context length is ${limitTokens} tokens. However, your request has ${inputTokens} input tokens. Please reduce the length of the input messages.`,
        null,
      ),
    'vllm-lower-bound': vllmLowerBound,
    openrouter: openRouter,
    'llama.cpp': llamaCpp,
    xai: ({ limitTokens, inputTokens }) =>
      openaiError(
        400,
        `This model's maximum prompt length is ${limitTokens} but the request contains ${inputTokens} tokens.`,
      ),
    groq: () => openaiError(400, 'Please reduce the length of the messages or completion.', tooLong),
    'no-body': () => ({ status: 400, body: '' }),
  },
  'prompt-plus-output': {
    openai: (facts) => openaiError(400, split(facts), tooLong),
    deepseek: (facts) => openaiError(400, split(facts), { code: 'invalid_request_error' }),
    vllm: vllmSum,
    'vllm-lower-bound': vllmLowerBound,
    'vllm-too-large': ({ limitTokens, inputTokens, outputTokens }) =>
      vllmError(
        `'max_tokens' or 'max_completion_tokens' is too large: ${outputTokens}. This model's maximum context length is ${limitTokens} tokens and your request has ${inputTokens} input tokens (${outputTokens} > ${limitTokens} - ${inputTokens}).`,
        null,
      ),
    openrouter: openRouter,
  },
  'output-cap': {
    openai: ({ limitTokens, outputTokens }) =>
      openaiError(
        400,
        `max_tokens is too large: ${outputTokens}. This model supports at most ${limitTokens} completion tokens, whereas you provided ${outputTokens}.`,
        { param: 'max_tokens', code: 'invalid_value' },
      ),
  },
};
