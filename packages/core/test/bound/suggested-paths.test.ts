import { describe, expect, it } from 'vitest';
import { parseNotice } from '../../src/bound/notice.ts';
import { formatCall } from '../../src/content.ts';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';

const orders = Array.from({ length: 3_000 }, (_, at) => ({
  id: at,
  status: at === 2_222 ? 'failed' : 'ok',
  ...(at !== 1_111 && { email: `a${at}@example.com` }),
}));

/** Sends every call of the notice back, and returns its answers by the call's line. */
async function obey(content: string | Uint8Array): Promise<Map<string, string>> {
  const spillway = createSpillway({ store: createMemoryStore(), budget: { maxResultBytes: 8_000 } });
  const bounded = await spillway.bound(content, { toolName: 'fetch' });
  const answers = new Map<string, string>();
  for (const call of parseNotice(bounded.toText())?.calls ?? []) {
    if (typeof call === 'string') throw new TypeError('the calls are not for a shell');
    const tool = spillway.tools().find(({ name }) => name === call.tool);
    const answer = await tool?.execute(call.arguments);
    expect(answer?.isError ?? 'no such tool', formatCall(call)).toBe(false);
    answers.set(formatCall(call).replace(/r_\w+/, 'r_…'), answer?.text ?? '');
  }
  return answers;
}

describe('the calls of a notice over JSON', () => {
  it.each<[what: string, content: string | Uint8Array, prefix: string]>([
    ['on one line', JSON.stringify({ orders }), '$.orders'],
    ['indented', JSON.stringify({ orders }, null, 2), '$.orders'],
    ['of UTF-16', Buffer.from(`\ufeff${JSON.stringify({ orders })}`, 'utf16le'), '$.orders'],
    ['a line each', orders.map((order) => JSON.stringify(order)).join('\n'), '$'],
  ])('are obeyable, and find the whole element: %s', async (_, content, prefix) => {
    const answers = await obey(content);
    expect([...answers.keys()].slice(0, 2)).toEqual([
      `read_result {"handle":"r_…","path":"${prefix}[?@.status=='failed']"}`,
      `read_result {"handle":"r_…","path":"${prefix}[?!@.email]"}`,
    ]);
    expect(answers.size).toBe(3);
    const [failed = '', missing = '', page = ''] = answers.values();
    expect(failed.replace(/ /g, '')).toContain('{"id":2222,"status":"failed","email":"a2222@example.com"}');
    expect(missing.replace(/ /g, '')).toContain('{"id":1111,"status":"ok"}');
    expect(page).not.toBe('');
  });
});
