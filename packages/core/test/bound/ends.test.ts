import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';

/** The notice of a text that does not fit, with its ends kept. */
async function noticeOf(text: string, maxResultBytes: number, isError = false, budget = 65_536) {
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'test', budget: { maxResultBytes: budget } });
  const capture = spillway.capture({ toolName: 'exec', keepsEnds: true, maxResultBytes });
  await capture.write(Buffer.from(text));
  const captured = await capture.end();
  return capture.present(captured, { maxResultBytes, isError, alwaysNotice: true });
}

const log = `${Array.from(
  { length: 3_000 },
  (_, at) => `2026-11-30T00:00:00Z INFO [w${at % 4}] served id=${at} took=${at % 300}ms`,
).join('\n')}\nand the last of all\n`;

describe('a notice that keeps the ends', () => {
  it.each([400, 560, 1_024, 2_048, 8_000, 65_536])(
    'shows the first and the last line of a log in %i bytes',
    async (maxBytes) => {
      for (const isError of [false, true]) {
        const result = await noticeOf(log, maxBytes, isError);
        expect(result.toText()).toMatch(/^ *1\| 2026-11-30T00:00:00Z INFO \[w0\] served id=0 took=0ms$/m);
        expect(result.toText()).toMatch(/^3001\| and the last of all$/m);
        expect(result.deliveredBytes).toBeLessThanOrEqual(maxBytes);
        expect(JSON.stringify(result.toJson())).toContain('and the last of all');
      }
    },
  );

  it('shows the last lines behind the first page of a text', async () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `${at}`).join('\n');
    const result = await noticeOf(text, 65_536);
    const [, before = ''] = /(\d+)\| \d+\n *\| … 1[\d,]+ lines not shown …\n/.exec(result.toText()) ?? [];
    expect(result.toText()).toMatch(/^1\| 0$/m);
    expect(result.toText()).toMatch(/^20000\| 19999$/m);
    expect(result.next?.[0]?.arguments).toMatchObject({ startLine: Number(before) + 1 });
    const [, gap = ''] = /… ([\d,]+) lines not shown …/.exec(result.toText()) ?? [];
    const rows = result.toText().match(/^ *\d+\| /gm)?.length ?? 0;
    expect(rows + Number(gap.replaceAll(',', ''))).toBe(20_000);
  });

  it.each([
    [false, 'of a run'],
    [true, 'of a run'],
    [false, 'that ends with a line too long for it'],
    [true, 'that ends with a line too long for it'],
  ])('reads on where the start that is shown ends: failed %s, a text %s', async (isError, what) => {
    const numbers = Array.from({ length: 40_000 }, (_, at) => `${at + 1}`).join('\n');
    const text = what === 'of a run' ? numbers : `${numbers}\n${'long '.repeat(9_000)}`;
    for (const maxBytes of [700, 2_048, 4_096]) {
      const result = await noticeOf(text, maxBytes, isError);
      const [, before = ''] = /(\d+)\| \1\n *\| … [\d,]+ lines not shown …\n/.exec(result.toText()) ?? [];
      expect(result.next?.[0]?.arguments).toMatchObject({ startLine: Number(before) + 1 });
    }
  });

  it('shows start and end of one long line once each, and reads on where the start ends', async () => {
    const words = Array.from({ length: 60_000 }, (_, at) => `word${at}`).join(' ');
    const result = await noticeOf(`${words} Error: no room ${words}`, 4_096);
    const rows = result
      .toText()
      .split('\n')
      .filter((row) => /^[\d |]/.test(row));
    expect(rows).toHaveLength(2);
    const [, start = ''] = /^1\| (word0 word1 .*)… \([\d,]+ B line\)$/.exec(rows[0] ?? '') ?? [];
    expect(start.length).toBeGreaterThan(2_000);
    expect(rows[1]).toMatch(/^1\| \([\d,]+ B line\) ….* word59998 word59999$/);
    const [page, grep] = result.next ?? [];
    expect(page?.arguments.offset).toBeLessThanOrEqual(start.length);
    expect(page?.arguments.offset).toBeGreaterThan(start.length - 200);
    expect(grep).toMatchObject({ tool: 'grep_result', arguments: { pattern: 'Error:' } });
  });

  it('shows start and end of one long line', async () => {
    const text = (await noticeOf(`START${'x'.repeat(300_000)}END`, 600)).toText();
    expect(text).toMatch(/^1\| STARTx+… \(300,008 B line\)$/m);
    expect(text).toMatch(/^1\| .*…x+END$/m);
  });

  it('leaves a preview alone that shows both, and one of a content without lines', async () => {
    const failed = `FIRST\n${'step done\n'.repeat(400)}LAST\n`;
    expect((await noticeOf(failed, 4_096, true)).toText().match(/\| LAST$/gm)).toHaveLength(1);
    const json = JSON.stringify(Array.from({ length: 5_000 }, (_, at) => ({ at })));
    expect((await noticeOf(json, 2_048)).toText()).not.toContain('First and last lines');
  });

  // Fails when the rows of the ends are not taken off the room of the preview.
  it('bounded: within every budget, and the last line is there', async () => {
    const line = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom('2026-11-30T00:00:00Z INFO ok', 'é'.repeat(40), '"""\\'),
    );
    const lines = fc.array(line, { minLength: 2, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 440, max: 3_000 }), fc.boolean(), async (some, maxBytes, isError) => {
        const text = `${some.join('\n')}\n${'filler line\n'.repeat(900)}the end of it\n`;
        const result = await noticeOf(text, maxBytes, isError);
        expect(result.deliveredBytes).toBeLessThanOrEqual(maxBytes);
        expect(result.toText()).toMatch(/^ *\d+\| the end of it$/m);
      }),
      { numRuns: 100 },
    );
  });
});
