import { describe, expect, it } from 'vitest';
import type { SpillwayError } from '../../../src/errors.ts';
import type { Answer } from '../../../src/read/fit-answer.ts';
import { answerGrep, type GrepAnswerOptions } from '../../../src/read/grep/grep-answer.ts';
import type { GrepPage } from '../../../src/read/grep/grep-page.ts';
import { writeGrepPage } from '../../../src/read/grep/grep-page.ts';
import { type GrepRequest, searchTarget } from '../../../src/read/grep/search-target.ts';
import { answerPage } from '../../../src/read/page/page-answer.ts';
import type { ReadTarget } from '../../../src/read/source/target.ts';
import { abortedTarget, memoryTarget, utf16 } from '../support/targets.ts';

const log = Array.from({ length: 20_000 }, (_, index) => {
  const what = index === 13_337 ? 'ERROR [payments] checksum mismatch' : `INFO served request id=${100_000 + index}`;
  return `2026-11-30T03:39:17Z ${what}\n`;
}).join('');

function grep(
  target: ReadTarget,
  request: GrepRequest,
  options: Partial<GrepAnswerOptions> = {},
): Promise<Answer<GrepPage>> {
  return answerGrep(target, request, {
    title: 'r_k7m2q9xd',
    maxBytes: 65_536,
    formatNext: (cursor) => `grep_result ${JSON.stringify({ handle: 'r_k7m2q9xd', pattern: request.pattern, cursor })}`,
    ...options,
  });
}

const header = (answer: Answer<GrepPage>): string =>
  (answer.text.split('\n')[0] as string).replace(/^\[PAGE .{6}\] /, '');
const failure = async (work: Promise<unknown>): Promise<SpillwayError> =>
  work.then(
    () => expect.unreachable('it was accepted'),
    (error: SpillwayError) => error,
  );

describe('what an answer says', () => {
  it('tells matching lines from lines beside them, and marks every match', async () => {
    const answer = await grep(memoryTarget(log), { pattern: 'ERROR|payments', contextLines: 1 });
    expect(header(answer)).toBe(
      'r_k7m2q9xd searched for "ERROR|payments" · 2 matches in 1 line of 20,000 · all shown · matches marked »…« · end of result',
    );
    expect(answer.page.content.split('\n')).toEqual([
      '13337- 2026-11-30T03:39:17Z INFO served request id=113336',
      '13338: 2026-11-30T03:39:17Z »ERROR« [»payments«] checksum mismatch',
      '13339- 2026-11-30T03:39:17Z INFO served request id=113338',
    ]);
  });

  it('says that there is no match only with the total of what was searched', async () => {
    const answer = await grep(memoryTarget(log), { pattern: 'WARN' });
    expect(header(answer)).toBe(
      'r_k7m2q9xd searched for "WARN" · 0 matches in 20,000 lines · upper and lower case told apart · end of result',
    );
    expect(answer.page).toMatchObject({ content: '', matchCount: 0, isExact: true });
    expect(header(await grep(memoryTarget(''), { pattern: 'x', ignoreCase: true }))).toContain(
      '· 0 matches in 0 lines ·',
    );
  });

  const coloured = [
    '12:00:03 \u001b[32mINFO\u001b[0m db: query done\r',
    '12:00:04 \u001b[31mERROR\u001b[0m db: é \u001b[1mlost\u001b[0m \u001b[4mconnection\u001b[0m to primary',
    '',
  ].join('\n');

  it('finds words that colour codes stand between, whole in the row, and says that the codes are passed over', async () => {
    for (const request of [
      { pattern: 'lost connection to primary', literal: true },
      { pattern: 'ERROR db: é lost connection' },
      { pattern: '[a-z]+ connection to primary$' },
      { pattern: 'LOST CONNECTION', ignoreCase: true },
    ]) {
      const answer = await grep(memoryTarget(coloured), request);
      expect(answer.page).toMatchObject({ matchCount: 1, matchingLines: 1, isExact: true, shownMatches: 1 });
      expect(header(answer)).toContain(
        ' · 1 match in 1 line of 2 · all shown · terminal codes passed over (\\x1b in the pattern searches them) · matches marked',
      );
    }
    const { page } = await grep(memoryTarget(coloured), { pattern: 'lost connection' });
    expect(page.content).toBe('2: 12:00:04 ␛[31mERROR␛[0m db: é ␛[1m»lost␛[0m ␛[4mconnection«␛[0m to primary');
    expect(
      (await grep(memoryTarget(utf16(coloured, 'le', true), { encoding: 'utf-16le' }), { pattern: 'é lost c' })).page,
    ).toMatchObject({ matchCount: 1 });
  });

  it('does not take colour codes for text unless the pattern asks for them', async () => {
    expect((await grep(memoryTarget(coloured), { pattern: '31' })).page.matchCount).toBe(0);
    expect(header(await grep(memoryTarget(coloured), { pattern: '31' }))).toContain(' · 0 matches in 2 lines · ');
    expect(header(await grep(memoryTarget(coloured), { pattern: '31' }))).toContain(' · terminal codes passed over ');
    for (const pattern of ['\\x1b\\[31m', '\\x{1B}\\[31', '\\033\\[3[01]', '\u001b\\[31']) {
      const answer = await grep(memoryTarget(coloured), { pattern });
      expect(answer.page).toMatchObject({ matchCount: 1, hasEscapes: false });
    }
    expect((await grep(memoryTarget(log), { pattern: 'ERROR' })).page.hasEscapes).toBe(false);
  });

  it('finds them in a line that is searched in pieces', async () => {
    const words = '\u001b[31mred\u001b[0m \u001b[1mfox\u001b[0m\u001b]8;;http://a/\u001b\\ \u001b]8;;\u001b\\'.repeat(
      90_000,
    );
    const { page } = await grep(memoryTarget(`${words}\n`), { pattern: 'red fox', literal: true }, { maxBytes: 2048 });
    expect(page).toMatchObject({ matchCount: 90_000, matchingLines: 1, isExact: true, hasEscapes: true });
  });

  it('says 294 matches in 1 line for JSON on one line', async () => {
    const rows = Array.from(
      { length: 7000 },
      (_, index) => `{"id":${index},"status":"${index % 24 === 5 && index < 7040 - 2 * 24 + 20 ? 'failed' : 'ok'}"}`,
    );
    const expected = rows.filter((row) => row.includes('failed')).length;
    const answer = await grep(memoryTarget(`[${rows.join(',')}]`), { pattern: 'failed' });
    expect(expected).toBe(292);
    expect(header(answer)).toContain('292 matches in 1 line of 1 ·');
    expect(answer.page).toMatchObject({ matchCount: 292, matchingLines: 1 });
  });

  it('prints lines beside several matches once, and parts groups', async () => {
    const lines = ['a', 'x', 'b', 'x', 'c', 'd', 'e', 'f', 'x', 'g'];
    const answer = await grep(memoryTarget(lines.join('\n')), { pattern: 'x', contextLines: 1 });
    expect(answer.page.content.split('\n')).toEqual([
      '1- a',
      '2: »x«',
      '3- b',
      '4: »x«',
      '5- c',
      '--',
      '8- f',
      '9: »x«',
      '10- g',
    ]);
  });

  it('chooses marks that are not in the text', async () => {
    const answer = await grep(memoryTarget('a » x\n'), { pattern: 'x' });
    expect(answer.page.content).toBe('1: a » ⟦x⟧');
    expect(header(answer)).toContain('matches marked ⟦…⟧');
    const all = await grep(memoryTarget('»⟦⟪❰⦃⟬ x\n'), { pattern: 'x' });
    expect(all.page.content).toBe('1: »⟦⟪❰⦃⟬ ▀x▁');
  });

  it('takes CRLF for the end of a line, and lets a pattern ask for CR', async () => {
    const target = memoryTarget('one\r\ntwo\r\nthree\n');
    expect((await grep(target, { pattern: '(one|two|three)$' })).page.matchCount).toBe(3);
    expect((await grep(target, { pattern: '\\r$' })).page.matchCount).toBe(2);
    expect((await grep(target, { pattern: 'o\r', literal: true })).page.matchCount).toBe(1);
    expect((await grep(target, { pattern: 'one' })).page.content).toBe('1: »one«');
  });
});

describe('long lines', () => {
  const line = `${'a'.repeat(900_000)}NEEDLE${'b'.repeat(100_000)}\n`;

  it('BC-096 BC-097 shows a window around a match far inside a line, with an offset that reads there', async () => {
    const target = memoryTarget(line);
    const answer = await grep(target, { pattern: 'NEEDLE' });
    expect(answer.page.content).toBe(`1: @900000: …${'a'.repeat(80)}»NEEDLE«${'b'.repeat(80)}…`);
    expect(header(answer)).toContain('1 match in 1 line of 1 ·');
    expect(header(answer)).toContain('@ gives the byte offset of a match');
    const page = await answerPage(
      target,
      { startLine: 1, offset: 900_000 },
      { title: 'x', hasGutter: true, maxBytes: 2000, formatNext: (cursor) => cursor },
    );
    expect(page.page.content.startsWith('NEEDLEbbb')).toBe(true);
  });

  it('goes on after the last match that is shown, inside its line', async () => {
    const text = Array.from({ length: 100 }, (_, index) => `<${index}>${'.'.repeat(500)}`).join('');
    const target = memoryTarget(`${text}\n<100>\n`);
    const seen: string[] = [];
    for (let cursor: string | undefined, calls = 0; calls < 100; calls++) {
      const { page } = await grep(
        target,
        { pattern: '<\\d+>', ...(cursor !== undefined && { cursor }) },
        { maxBytes: 3000 },
      );
      expect(page.matchCount).toBe(101 - seen.length);
      seen.push(...[...page.content.matchAll(/»<(\d+)>«/g)].map((match) => match[1] as string));
      cursor = page.next;
      if (cursor === undefined) break;
    }
    expect(seen).toEqual(Array.from({ length: 101 }, (_, index) => String(index)));
  });

  it('clips a long match and counts the rest of it', async () => {
    const { page } = await grep(memoryTarget(line), { pattern: 'a+' });
    expect(page.content).toBe(`1: @0: »${'a'.repeat(240)}…(+899,760 B)«NEEDLE${'b'.repeat(74)}…`);
  });

  it('finds what lies across the pieces in which a very long line is searched', async () => {
    const at = 1_048_576;
    const text = `${'x'.repeat(at - 3)}NEEDLE${'x'.repeat(at)}NEEDLE${'x'.repeat(at - 9)}NEEDLE`;
    for (const pattern of ['NEEDLE', 'needle', 'NEED[L-M]E']) {
      const { page } = await grep(memoryTarget(text), { pattern, ignoreCase: pattern === 'needle' });
      expect(page).toMatchObject({ matchCount: 3, matchingLines: 1, isExact: true });
    }
  });

  it('does not claim exact counts where a match of any length may lie across pieces', async () => {
    const answer = await grep(memoryTarget(`${'x'.repeat(3_000_000)}a1${'x'.repeat(10)}\n`), { pattern: 'a\\d+' });
    expect(answer.page).toMatchObject({ matchCount: 1, isExact: false });
    expect(header(answer)).toContain('at least 1 match in 1 line');
    const none = await grep(memoryTarget('x'.repeat(3_000_000)), { pattern: 'a\\d+' });
    expect(header(none)).not.toContain('0 matches');
    expect(header(none)).toContain('no match found · long lines were searched in pieces');
  });
});

describe('completeness', () => {
  const rows = (count: number): string => Array.from({ length: count }, (_, index) => `match ${index}\n`).join('');

  it('BC-161 BC-162 reaches every match, and says more follows only where it does', async () => {
    const { page } = await grep(memoryTarget(rows(20)), { pattern: 'match' }, { maxBytes: 1024 });
    expect(page.next).toBeUndefined();
    const first = await grep(memoryTarget(rows(500)), { pattern: 'match' }, { maxBytes: 1024 });
    expect(header(first)).toMatch(/500 matches in 500 lines of 500 \(1–500\) · (\d+) shown, (\d+) not shown/);
    expect(first.page.shownMatches + first.page.omittedMatches).toBe(500);
    const second = await grep(
      memoryTarget(rows(500)),
      { pattern: 'match', cursor: first.page.next as string },
      { maxBytes: 1024 },
    );
    expect(second.page.content.split('\n')[0]).toBe(
      `${first.page.shownMatches + 1}: »match« ${first.page.shownMatches}`,
    );
    expect(header(second)).toContain(
      `${first.page.omittedMatches} more matches in ${first.page.omittedMatches} lines from line ${first.page.shownMatches + 1}, byte`,
    );
  });

  it('says the first and the last line with a match, and the counts alone on request', async () => {
    const request = { pattern: 'id=1[01]00(?:3|4)0$', countOnly: true };
    const answer = await grep(memoryTarget(log), request);
    expect(answer.text.split('\n').slice(1)).toEqual(['4', expect.stringMatching(/^\[END OF RESULT /)]);
    expect(header(answer)).toBe(
      'r_k7m2q9xd searched for "id=1[01]00(?:3|4)0$" · 4 matches in 4 lines of 20,000 (31–10041) · counted only, none shown · end of result',
    );
    expect(answer.page).toMatchObject({ content: '4', matchCount: 4, lineSpan: [31, 10_041], shownMatches: 0 });
    expect(answer.page.next).toBeUndefined();
    expect((await grep(memoryTarget(log), { pattern: 'nowhere', countOnly: true })).text).toContain(
      ' · 0 matches in 20,000 lines · ',
    );
    const twice = await grep(memoryTarget('ab ab\nab\nno\n'), { pattern: 'ab', countOnly: true });
    expect([twice.page.matchCount, twice.page.content]).toEqual([3, '2']);
    const stopped = await grep(
      memoryTarget(`${rows(60_000)}needle\n`),
      { pattern: 'match', countOnly: true },
      { maxScanBytes: 1 },
    );
    expect(header(stopped)).toContain('at least ');
    expect(stopped.page.next).toMatch(/^c_/);
  });

  it('BC-161 says how far it came when a limit stops it, and goes on from there', async () => {
    const target = memoryTarget(`${rows(60_000)}needle\n`);
    const answer = await grep(target, { pattern: 'needle' }, { maxScanBytes: 1 });
    expect(header(answer)).not.toContain('0 matches');
    expect(header(answer)).toMatch(
      /^r_k7m2q9xd searched for "needle" · no match so far · searched to byte \d+ of [\d,]+ \(\d+%\), not the rest · .* · more follows$/,
    );
    let cursor = answer.page.next;
    let last = answer;
    for (let calls = 0; cursor !== undefined && calls < 20; calls++) {
      last = await grep(target, { pattern: 'needle', cursor }, { maxScanBytes: 1 });
      cursor = last.page.next;
    }
    expect(last.page.content).toBe('60001: »needle«');
    const some = await grep(target, { pattern: 'match 1$' }, { maxScanBytes: 1 });
    expect(header(some)).toContain('at least 1 match in 1 line of 60,001 · all of these shown · searched to byte');
  });

  it('refuses a cursor of another search', async () => {
    const target = memoryTarget(rows(500));
    const { page } = await grep(target, { pattern: 'match' }, { maxBytes: 1024 });
    const cursor = page.next as string;
    expect((await failure(grep(target, { pattern: 'other', cursor }))).code).toBe('cursor-mismatch');
    expect((await failure(grep(target, { pattern: 'match', ignoreCase: true, cursor }))).code).toBe('cursor-mismatch');
    expect((await grep(target, { pattern: 'match', contextLines: 2, cursor })).page.shownMatches).toBeGreaterThan(0);
  });
});

describe('encodings', () => {
  it.each(['le', 'be'] as const)(
    'BC-051 finds a text in UTF-16 %s with the right line and a raw offset',
    async (order) => {
      const bytes = utf16(`first\n${'é'.repeat(1000)}needle 😀\nlast`, order);
      const target = memoryTarget(bytes, { encoding: `utf-16${order}` });
      const { page } = await grep(target, { pattern: 'needle' });
      expect(page.matchCount).toBe(1);
      expect(page.content).toBe(`2: @2014: …${'é'.repeat(80)}»needle« 😀`);
    },
  );

  it('does not take a byte order mark for the start of a line', async () => {
    expect((await grep(memoryTarget('\ufeffkey: 1\n'), { pattern: '^key' })).page.content).toBe('1: »key«: 1');
  });

  it('searches binary as bytes, and says so', async () => {
    const bytes = Uint8Array.from([0, 1, 2, ...new TextEncoder().encode('PNGéPNG\n'), 255]);
    const answer = await grep(memoryTarget(bytes, { encoding: 'binary' }), { pattern: 'éPNG', literal: true });
    expect(answer.page.content).toBe('@6: ...PNG»..PNG«..');
    expect(header(answer)).toContain('1 match · all shown');
    expect(header(answer)).toContain('binary, searched as bytes');
    const folded = await grep(memoryTarget(bytes, { encoding: 'binary' }), { pattern: 'png', ignoreCase: true });
    expect(folded.page.matchCount).toBe(2);
    expect(header(await grep(memoryTarget(bytes, { encoding: 'binary' }), { pattern: 'zzz' }))).toContain(
      '0 matches in 13 bytes',
    );
  });
});

describe('slow patterns', () => {
  it('BC-101 answers nested repeats while timers go on', async () => {
    const target = memoryTarget(`${`${'a'.repeat(40)}!\n`.repeat(20_000)}`);
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const { page } = await grep(target, { pattern: '(a+)+$' });
    clearInterval(timer);
    expect(page).toMatchObject({ matchCount: 0, isExact: true });
    expect(ticks).toBeGreaterThan(0);
  });

  it('stops inside a line when its time is over, with a place to go on from', async () => {
    const target = memoryTarget(`${'a"'.repeat(200_000)}\n`);
    const answer = await grep(target, { pattern: '[^z]*zq|"' }, { maxScanMs: 30 });
    expect(answer.page.isExact).toBe(false);
    expect(header(answer)).toContain('at least');
    expect(answer.page.next).toBeDefined();
  });

  it('stops when it is aborted', async () => {
    const { target, signal } = abortedTarget(memoryTarget('a\n'.repeat(1_000_000)), 4);
    expect((await failure(grep(target, { pattern: 'b' }, { signal }))).code).toBe('aborted');
  });
});

describe('small budgets', () => {
  it('always shows a match, whatever its line, and leaves out the lines beside it first', async () => {
    const odd = '\u0001"\\漢'.repeat(300);
    const target = memoryTarget(`${odd}\n${odd}\n${odd}\nNEEDLE${odd}\n`);
    const answer = await grep(target, { pattern: 'NEEDLE', contextLines: 3 }, { maxBytes: 1024 });
    expect(answer.page.content).toContain('NEEDLE');
    expect(answer.page.lacksContext).toBe(true);
    expect(header(answer)).toContain('lines beside the first match left out');
  });

  // Fails when rowCost leaves the marks out.
  it('writes rows that cost at most what they may', async () => {
    const target = memoryTarget('a"a\\\u0001a漢a\n'.repeat(200));
    const request = { pattern: 'a', contextLines: 1 };
    const search = await searchTarget(target, request, { maxContentBytes: 4000 });
    for (let maxContentBytes = 160; maxContentBytes <= 4000; maxContentBytes += 37) {
      const page = await writeGrepPage(search, maxContentBytes);
      expect(Buffer.byteLength(JSON.stringify(page.content)) - 2).toBeLessThanOrEqual(maxContentBytes);
      expect(page.shownMatches).toBeGreaterThan(0);
    }
  });

  it('names the need when nothing fits', async () => {
    const error = await failure(grep(memoryTarget('x\n'), { pattern: 'x'.repeat(900) }, { maxBytes: 100 }));
    expect(error.code).toBe('budget-too-small');
    expect(error.facts.neededBytes).toBeGreaterThan(100);
  });
});
