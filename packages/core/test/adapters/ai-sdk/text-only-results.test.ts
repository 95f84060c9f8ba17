import { expect, it } from 'vitest';
import { createOutputMemory } from '../../../src/adapters/ai-sdk/output-memory.ts';
import { withoutMedia } from '../../../src/adapters/ai-sdk/text-only-results.ts';
import { createSpillway } from '../../../src/spillway.ts';
import { createMemoryStore } from '../../../src/store/memory.ts';

it('names the readers as the Spillway has them', async () => {
  const readers = { readResult: 'open_kept', grepResult: 'search_kept' };
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'test', readers });
  const picture = { type: 'image-data', data: 'AAAA'.repeat(900), mediaType: 'image/png' };
  const output = { type: 'content', value: [picture] };
  const result = { type: 'tool-result', toolCallId: 'call_1', toolName: 'look', output };
  const prompt = [{ role: 'tool', content: [result] }];
  const text = JSON.stringify(await withoutMedia(prompt, spillway, createOutputMemory()));
  expect(text).toContain('open_kept');
  expect(text).not.toContain('read_result');
});
