import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../src/read/page/page.ts';
import { answerTail } from '../../src/read/page/tail-answer.ts';
import { namedEncoding, targetIn } from '../../src/read/source/encoding-label.ts';
import type { ReadTarget } from '../../src/read/source/target.ts';
import { memoryTarget } from '../read/support/targets.ts';

const runs = { numRuns: 1_000 };

/** Characters of each length, with second bytes that are letters, digits, backslashes or first bytes elsewhere. */
const tables: Readonly<Record<string, readonly (readonly [text: string, hex: string])[]>> = {
  'windows-1252': [
    ['A', '41'],
    ['€', '80'],
    ['“', '93'],
    ['é', 'e9'],
    ['"', '22'],
  ],
  shift_jis: [
    ['A', '41'],
    ['日', '93fa'],
    ['ｶ', 'b6'],
    ['表', '955c'],
    ['ア', '8341'],
    ['"', '22'],
  ],
  gb18030: [
    ['A', '41'],
    ['中', 'd6d0'],
    ['丂', '8140'],
    ['¥', '81308436'],
    ['😀', '9439fc36'],
  ],
  'euc-jp': [
    ['A', '41'],
    ['日', 'c6fc'],
    ['ｶ', '8eb6'],
    ['丂', '8fb0a1'],
  ],
};
const ends = [
  ['\n', '0a'],
  ['\r\n', '0d0a'],
] as const;

interface Written {
  readonly encoding: string;
  readonly text: string;
  readonly bytes: Buffer;
  /** Positions at which a character begins, and the end. */
  readonly edges: ReadonlySet<number>;
}

const written: fc.Arbitrary<Written> = fc.constantFrom(...Object.keys(tables)).chain((encoding) => {
  const character = fc.constantFrom(...(tables[encoding] ?? []));
  const piece = fc.oneof({ weight: 12, arbitrary: character }, { weight: 1, arbitrary: fc.constantFrom(...ends) });
  return fc.tuple(fc.array(piece, { maxLength: 60, size: 'max' }), fc.constantFrom(1, 5, 30)).map(([pieces, times]) => {
    const all = Array.from({ length: times }, () => pieces).flat();
    const edges = new Set([0]);
    let at = 0;
    for (const [shown, hex] of all) {
      if (shown === '\r\n') edges.add(at + 1);
      at += hex.length / 2;
      edges.add(at);
    }
    const text = all.map(([shown]) => shown).join('');
    return { encoding, text, bytes: Buffer.from(all.map(([, hex]) => hex).join(''), 'hex'), edges };
  });
});

function targetOf({ bytes, encoding }: Written): ReadTarget {
  return targetIn(memoryTarget(bytes, { encoding: 'utf-8' }), namedEncoding(encoding));
}

describe('tiling of old encodings', () => {
  // Fails when a second byte is taken for an edge: in the map of a line that is cut, or when a read is cut.
  it('rebuilds any text by next', async () => {
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(written, fc.integer({ min: 96, max: 600 }), async (content, maxContentBytes) => {
        const target = targetOf(content);
        const parts: string[] = [];
        for (let cursor: string | undefined, at = 0; ; ) {
          const page = await readPage(target, cursor === undefined ? {} : { cursor }, { maxContentBytes });
          expect(page.offset).toBe(at);
          expect([page.lossy, content.edges.has(page.nextOffset)]).toEqual([false, true]);
          expect(page.content.endsWith('\r')).toBe(false);
          parts.push(page.content);
          at = page.nextOffset;
          cursor = page.next;
          if (cursor === undefined) break;
        }
        if (parts.length > 1) overBudget++;
        expect(parts.join('')).toBe(content.text);
      }),
      runs,
    );
    expect(overBudget).toBeGreaterThan(333);
  });

  // Fails when an offset inside a character stays where it is.
  it('begins at a character, whatever offset is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.nat(), fc.integer({ min: 1, max: 40 }), async (content, seed, byteCount) => {
        if (content.bytes.length === 0) return;
        const offset = seed % content.bytes.length;
        const page = await readPage(targetOf(content), { offset, byteCount }, { maxContentBytes: 600 });
        expect(page.offset).toBe([...content.edges].findLast((edge) => edge <= offset));
        expect([page.lossy, content.edges.has(page.nextOffset)]).toEqual([false, true]);
        expect(page.nextOffset).toBeGreaterThan(page.offset);
      }),
      runs,
    );
  });

  // Fails when the start of the window that is looked back over is taken for the start of a character.
  it('rebuilds any text backwards', async () => {
    const options = { maxBytes: 1_024, title: 'x', hasGutter: false, formatNext: (cursor: string) => cursor };
    await fc.assert(
      fc.asyncProperty(written, async (content) => {
        const target = targetOf(content);
        const parts: string[] = [];
        for (let cursor: string | undefined; ; ) {
          const { page } = await answerTail(target, cursor === undefined ? {} : { cursor }, options);
          expect([page.lossy, content.edges.has(page.offset)]).toEqual([false, true]);
          expect(page.content.endsWith('\r')).toBe(false);
          parts.unshift(page.content);
          cursor = page.next;
          if (cursor === undefined) break;
        }
        expect(parts.join('')).toBe(content.text);
      }),
      runs,
    );
  });
});
