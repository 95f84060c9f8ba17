import { type ApiError, GoogleGenAI } from '@google/genai';
import { className, maxTokens, type Parsed, parameters, type Sdk, thrown } from './sdk.ts';

const google = (url: string) => new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } });
const geminiInput = (text: string) => ({
  model: 'gemini-2.5-pro',
  contents: text,
  config: {
    maxOutputTokens: maxTokens,
    tools: [{ functionDeclarations: [{ name: 'lookup', parametersJsonSchema: parameters }] }],
  },
});
type GeminiChunk = Awaited<ReturnType<ReturnType<typeof google>['models']['generateContent']>>;

function ofGemini(chunks: readonly GeminiChunk[]): Parsed {
  const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
  const toolCalls = parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall]));
  const last = chunks.at(-1);
  return {
    text: parts.map(({ text = '' }) => text).join(''),
    calls: toolCalls.map(({ name = '', args }) => ({ name, input: args })),
    inputTokens: last?.usageMetadata?.promptTokenCount ?? 0,
    outputTokens: last?.usageMetadata?.candidatesTokenCount ?? 0,
    stop: last?.candidates?.[0]?.finishReason,
    ids: [],
  };
}

async function geminiStream(url: string, text: string): Promise<Parsed> {
  const chunks: GeminiChunk[] = [];
  for await (const chunk of await google(url).models.generateContentStream(geminiInput(text))) chunks.push(chunk);
  return ofGemini(chunks);
}

const tooLong =
  '{"error":{"code":400,"message":"The input token count (1057) exceeds the maximum number of tokens allowed (1000).","status":"INVALID_ARGUMENT"}}';

export const googleSdk: Sdk = {
  name: '@google/genai',
  ask: async (url, text) => ofGemini([await google(url).models.generateContent(geminiInput(text))]),
  stream: geminiStream,
  toThrown: (error) => {
    const { status, message } = error as InstanceType<typeof ApiError>;
    return { errorClass: className(error), status, message };
  },
  stop: 'STOP',
  idPattern: /^$/,
  refusals: {
    prompt: thrown('ApiError', 400, tooLong),
    bytes: thrown(
      'ApiError',
      400,
      '{"error":{"code":400,"message":"Request payload size exceeds the limit: 1000 bytes.","status":"INVALID_ARGUMENT"}}',
    ),
    throttled: thrown(
      'ApiError',
      429,
      '{"error":{"code":429,"message":"Resource exhausted. Please try again later.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7s"}]}}',
    ),
    wrapped: thrown(
      'ApiError',
      500,
      JSON.stringify({
        error: {
          message:
            '{\n  "error": {\n    "code": 400,\n    "message": "The input token count (1057) exceeds the maximum number of tokens allowed (1000).",\n    "status": "INVALID_ARGUMENT"\n  }\n}\n',
          code: 500,
          status: 'Internal Server Error',
        },
      }),
    ),
  },
  inStream: thrown('ApiError', 400, `got status: INVALID_ARGUMENT. ${tooLong}`),
};
