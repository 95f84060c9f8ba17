import type { Envelope, Wordings } from '../refusal.ts';
import { openaiCommon, openaiError, vllmSum } from './openai.ts';

const tooLong = (): Envelope =>
  openaiError(400, 'Your input exceeds the context window of this model. Please adjust your input and try again.', {
    param: 'input',
    code: 'context_length_exceeded',
  });

/** The same refusal as streams also carry it, under a code that says nothing. */
const failedWithoutCode = (): Envelope =>
  openaiError(400, 'Your input exceeds the context window of this model. Please reduce the length.', {
    code: 'invalid_request_error',
  });

/** What servers of the OpenAI Responses API say. OpenAI itself never prints a number, and counts the input alone. */
export const openaiResponsesWordings: Wordings = {
  ...openaiCommon,
  prompt: {
    openai: tooLong,
    'error-event': () => ({ ...tooLong(), streamName: 'error' }),
    'no-code': failedWithoutCode,
  },
  'prompt-plus-output': { vllm: vllmSum },
  'output-cap': {
    openai: ({ limitTokens, outputTokens }) =>
      openaiError(
        400,
        `max_output_tokens is too large: ${outputTokens}. This model supports at most ${limitTokens} output tokens, whereas you provided ${outputTokens}.`,
        { param: 'max_output_tokens', code: 'invalid_value' },
      ),
  },
};
