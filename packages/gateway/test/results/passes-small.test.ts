import { describe, expect, it } from 'vitest';
import { toClientLimits } from '../../src/clients/client-limits.ts';
import { parseSmallMessage } from '../../src/messages/small-message.ts';
import { passesSmall } from '../../src/results/passes-small.ts';
import { LIMITS } from '../support/limits.ts';

function passes(result: unknown, client?: string, shareBytes = 100_000): boolean {
  const line = JSON.stringify({ id: 1, result });
  const limits = toClientLimits(client, LIMITS);
  return passesSmall(Buffer.byteLength(line), { text: line, members: { result } }, { limits, shareBytes });
}
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

describe('small answers that pass without a second look', () => {
  it.each([
    [text('a')],
    [{ ...text('a'), isError: true, resultType: 'complete', _meta: {} }],
    [
      {
        content: [
          { type: 'text', text: ' ' },
          { type: 'image', data: '', mimeType: '' },
        ],
      },
    ],
    [{ content: [], structuredContent: {} }],
  ])('%j', (result) => {
    expect(passes(result)).toBe(true);
  });

  it.each([
    [null],
    ['text'],
    [{}],
    [{ content: [] }],
    [{ content: {} }],
    [{ content: [null, 5, {}] }],
    [text(' \n')],
    [
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: '' },
        ],
        structuredContent: {},
      },
    ],
    [text('a\u0001')],
    [text('half \ud800')],
    [{ ...text('a'), resultType: 'input_required' }],
    [{ content: [], structuredContent: null }],
  ])('not %j', (result) => {
    expect(passes(result)).toBe(false);
  });

  it('not over the budget, the share of the turn, or what could be too many lines', () => {
    expect(passes(text('x'.repeat(3_000)), undefined, 2_048)).toBe(false);
    expect(passes(text('\n'.repeat(1_950)), 'opencode')).toBe(false);
    expect(passes(text('\n'.repeat(1_950)), 'claude-code')).toBe(false);
    expect(passes(text(`x${'\n'.repeat(1_950)}`), 'claude-code')).toBe(true);
  });
});

describe('small messages', () => {
  it.each([
    ['{"id":7,"result":{}}', '7'],
    ['{"id":"a\\u0062","method":"x"}', '"ab"'],
    ['{"id":1.0}', '1'],
    ['{"id":12345678901234567890}', undefined],
    ['{"id":0}', undefined],
    ['{"id":null}', undefined],
    ['{"id":"\\ud800"}', undefined],
    ['{"method":"x"}', undefined],
    ['[{"id":1}]', undefined],
    ['{"id":1,"result":NaN}', undefined],
    [' {"id":1}', undefined],
    [`{"id":1,"x":"${'x'.repeat(4_096)}"}`, undefined],
  ])('%s has the id %s', (line, id) => {
    expect(parseSmallMessage(Buffer.from(line))?.id).toBe(id);
  });
});
