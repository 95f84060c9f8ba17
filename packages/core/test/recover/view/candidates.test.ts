import { expect, it } from 'vitest';
import { listCandidates } from '../../../src/recover/view/candidates.ts';
import { resolveFormat } from '../../../src/recover/wire/formats.ts';

const base64 = 'A'.repeat(400_000);

it.each([
  ['a picture, whatever its bytes', 'image', 'image/png', 1_600],
  ['a document by its bytes', 'document', 'application/pdf', 100_000],
])('counts %s', (_, type, mediaType, tokens) => {
  const block = { type, source: { type: 'base64', media_type: mediaType, data: base64 } };
  const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [block] }] };
  const order = { unit: 'tokens', order: 'newest' } as const;
  const [found] = listCandidates([message], resolveFormat('anthropic-messages'), 'media', order);
  expect(found?.size).toBe(tokens);
});
