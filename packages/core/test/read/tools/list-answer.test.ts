import { describe, expect, it } from 'vitest';
import { sentBytes } from '../../../../../test/support/sent-bytes.ts';
import { parseFrame } from '../../../src/read/frame.ts';
import { answerList } from '../../../src/read/tools/list-answer.ts';
import { createMemoryStore } from '../../../src/store/memory.ts';
import { storedSource } from '../support/targets.ts';

const options = { maxBytes: 65_536, formatNext: (cursor: string) => `read_result {"cursor":"${cursor}"}` };

describe('the list of stored results', () => {
  it('names handle, kind, size, tool and time, newest first', async () => {
    const { handle } = storedSource('a\nb\n');
    const { text } = await answerList(async () => ({ handles: [handle] }), options);
    expect(parseFrame(text)).toMatchObject({
      title: 'stored results, newest first',
      facts: ['1 result on this page'],
      body: 'r_k7m2q9xd · log, 2 lines · 4 B · query_orders · 2026-11-30T00:00:00.000Z',
    });
  });

  it('says when nothing is stored', async () => {
    const { text } = await answerList(async () => ({ handles: [] }), options);
    expect(parseFrame(text)).toMatchObject({ facts: ['nothing is stored'], body: '' });
  });

  it('reaches every result within any budget, each once', async () => {
    const store = createMemoryStore();
    const ids: string[] = [];
    for (let index = 0; index < 60; index++) {
      const writer = await store.createWriter('scope');
      await writer.write(new TextEncoder().encode(`content ${index}`));
      const provenance = { toolName: `tool_${'"\\'.repeat(index % 40)}`, at: index };
      const facts = {
        mediaType: 'text/plain',
        shape: 'log',
        headline: `log, "${'x'.repeat(index * 3)}`,
        provenance,
      } as const;
      ids.push((await writer.finish(facts)).id);
    }
    for (const maxBytes of [1024, 1500, 4000, 65_536]) {
      const seen: string[] = [];
      for (let cursor: string | undefined, calls = 0; calls < 100; calls++) {
        const answer = await answerList((page) => store.list('scope', page), {
          ...options,
          maxBytes,
          ...(cursor !== undefined && { cursor }),
        });
        expect(sentBytes(answer.text, answer.fields)).toBeLessThanOrEqual(maxBytes);
        seen.push(...answer.page.handles.map((handle) => handle.id));
        cursor = answer.page.next;
        expect(parseFrame(answer.text)?.next?.arguments.cursor).toBe(cursor);
        if (cursor === undefined) break;
      }
      expect(seen.sort()).toEqual(ids.toSorted());
    }
  });
});
