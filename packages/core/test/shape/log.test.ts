import { describe, expect, it } from 'vitest';
import { jsonEscapedLength } from '../../src/bytes/escaped-length.ts';
import { logShape } from '../../src/shape/log.ts';

const describeLog = (text: string | Uint8Array) => {
  const describer = logShape.createDescriber();
  describer.write(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return describer.end();
};
const previewOf = (text: string | Uint8Array, maxBytes = 4096) => logShape.preview(describeLog(text), maxBytes);
const second = (at: number) => new Date(Date.UTC(2026, 10, 30) + at * 1000).toISOString().replace('.000', '');
const lines = (count: number, line: (at: number) => string) =>
  `${Array.from({ length: count }, (_, at) => line(at)).join('\n')}\n`;

/** A service's log: one error in the midst of requests. */
const service = lines(2000, (at) => {
  if (at === 1337) return `${second(at)} ERROR [payments] checksum mismatch for ledger shard 42 (txn 9f31c0)`;
  if (at === 1338) return `${second(at)} INFO [payments] falling back to replica pg-3`;
  if (at % 25 === 15) return `${second(at)} WARN [w${at % 16}] slow query ${500 + at}ms on orders`;
  return `${second(at)} INFO [w${at % 16}] served request id=${100000 + at} status=200 took=${at % 300}ms`;
});

describe('the log shape', () => {
  it('shows the rarest templates first, whole, with ranges for what varies', () => {
    expect(previewOf(service).split('\n').slice(0, 5)).toEqual([
      '| Line templates, rarest first: count, line or first–last line, text with …, or ⟨all⟩ of up to 8 values, for what varies',
      '    1  line 1338  2026-11-30T00:22:17Z ERROR [payments] checksum mismatch for ledger shard 42 (txn 9f31c0)',
      '    1  line 1339  2026-11-30T00:22:18Z INFO [payments] falling back to replica pg-3',
      '   80  16–1991    … WARN [w0…w15] slow query 515…2490ms on orders',
      '1,918  1–2000     … INFO [w0…w15] served request id=100000…101999 status=200 took=0…299ms',
    ]);
  });

  it('then the first and last lines with their numbers', () => {
    const preview = previewOf(service);
    expect(preview).toContain('\n   1| 2026-11-30T00:00:00Z INFO [w0] served request id=100000 status=200 took=0ms\n');
    expect(preview).toMatch(
      /\n2000\| 2026-11-30T00:33:19Z INFO \[w15\] served request id=101999 status=200 took=199ms$/,
    );
    expect(preview).toContain('\n    | … 1,995 lines not shown …\n');
  });

  it('suggests a page around the error, and a pattern that matches a handful of lines', () => {
    expect(logShape.suggest(describeLog(service))).toEqual([
      { kind: 'page', startLine: 1330, lineCount: 20 },
      { kind: 'grep', pattern: 'ERROR|payments' },
    ]);
  });

  it('says what it is in a few words', () => {
    expect(describeLog(service)).toMatchObject({
      shape: 'log',
      headline: 'log, 2,000 lines',
      lineCount: 2000,
      byteLength: service.length,
    });
  });

  it('suggests a phrase where the words of the error are everywhere', () => {
    const noisy = lines(
      500,
      (at) => `${second(at)} ERROR ${at === 250 ? 'disk ledger is full' : `request ${at} failed`}`,
    );
    expect(logShape.suggest(describeLog(noisy))[1]).toEqual({ kind: 'grep', pattern: 'ledger' });
  });

  it('names the rare values of a number that is nearly always the same', () => {
    const text = lines(1000, (at) => `GET /health status=${at === 700 || at === 800 ? 500 : 200} bytes=${at}`);
    expect(previewOf(text)).toContain('1,000  1–1000  GET /health status=⟨200|500 ×2 from line 701⟩ bytes=0…999');
    expect(logShape.suggest(describeLog(text))).toEqual([
      { kind: 'page', startLine: 693, lineCount: 20 },
      { kind: 'grep', pattern: 'status=500\\b' },
    ]);
  });

  it.each([
    [
      'UUIDs, those without a digit in their first group too',
      (at: number) =>
        `id=${at % 2 ? 'abcdefab-0001-4f2a-8aaa-00000000000a' : `0123456${at % 10}-abcd-4f2a-8aaa-00000000000a`} done`,
    ],
    [
      'UUIDs whose second group begins with letters',
      (at: number) =>
        `id=${['aaedadfd-a629-4278-b985-1d9b0ac4cc2e', 'cedbcfdc-abc4-4985-8278-aaaaaaaaaaa1', '0d9b0ac4-0001-4f2a-8aaa-00000000000a'][at % 3]} done`,
    ],
    ['hexadecimal ids', (at: number) => `id=${['9f31c0', '1234567', 'abcdef', 'f00000', 'a1b2c3d4e5f6'][at % 5]} done`],
    ['addresses', (at: number) => `id=10.0.${at % 7}.${at}:8080 done`],
    ['decimals', (at: number) => `id=${at}.5 done`],
    ['times', (at: number) => `id=12:${String(at % 60).padStart(2, '0')}:07.123 done`],
    ['great numbers', (at: number) => `id=123456789012345678${at} done`],
  ])('takes %s for variables', (_name, line) => {
    const rows = previewOf(lines(60, line))
      .split('\n')
      .filter((row) => /^ *\d+ {2}/.test(row));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/^60 {2}1–60 {2}id=\S* done$/);
  });

  it('writes a range of numbers below zero from the lowest to the highest', () => {
    const text = lines(1_000, (at) => `reading ${at} temp=-${3 + (at % 38)}.5 C drift -${at}`);
    expect(previewOf(text)).toContain('1,000  1–1000  reading 0…999 temp=-40.5…-3.5 C drift -999…-0\n');
  });

  it('takes no dash inside a word for a sign', () => {
    expect(previewOf(lines(1_000, (at) => `unit-${at} up`))).toContain('1,000  1–1000  unit-0…999 up\n');
  });

  it('keeps words apart, whatever numbers stand at them', () => {
    const text = lines(40, (at) => (at === 20 ? 'step2-failed db7' : at % 2 ? 'step2-ok db7' : 'step2-ok web7'));
    expect(previewOf(text).split('\n').slice(1, 4)).toEqual([
      ' 1  line 21  step2-failed db7',
      '19  1–39     step2-ok web7',
      '20  2–40     step2-ok db7',
    ]);
  });

  it('makes one template of names that take many values, but not of failures', () => {
    const names = [
      'alpha',
      'bravo',
      'carol',
      'delta',
      'echo',
      'foxtrot',
      'golf',
      'hotel',
      'india',
      'juliet',
      'kilo',
      'lima',
      'mike',
      'oscar',
    ];
    const text = lines(140, (at) => (at === 77 ? 'unit failed started' : `unit=${names[at % 14]} started`));
    expect(previewOf(text).split('\n').slice(1, 3)).toEqual([
      '  1  line 78  unit failed started',
      '139  1–140    unit=… started',
    ]);
  });

  it('takes quoted text and paths for variables once words turn out to be data, and counts exactly', () => {
    const word = (at: number) => [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('xz');
    const text = lines(
      5000,
      (at) => `10.0.0.1 - - "GET /${word(at)}/${word(at * 7)}" ${at === 4321 ? 503 : 200} "${word(at * 3)}"`,
    );
    expect(previewOf(text)).toContain('5,000  1–5000  10.0.0.1 - - "…" ⟨200|503 ×1 line 4322⟩ "…"');
  });

  it('counts the lines of templates that have no room, and shows those that report errors all the same', () => {
    const word = (at: number) => [...String(at)].map((digit) => 'klmnopqrst'[Number(digit)]).join('');
    const text = lines(9000, (at) =>
      at === 8500 ? `${word(at)} cannot ${word(at * 3)} panic` : `${word(at)} ${word(at * 7)} ${word(at * 13)}`,
    );
    const preview = previewOf(text);
    const counts = [...preview.matchAll(/^ *([\d,]+) {2}/gm)].map(([, count]) =>
      Number((count as string).replaceAll(',', '')),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(9000);
    expect(preview).toMatch(/lines of more templates, some may be rarer\)$/m);
    expect(preview).toContain('  1  line 8501  spkk cannot mppkk panic');
  });

  it('BC-120 folds a progress display to its last frame, and leaves CRLF alone', () => {
    const frames = `${Array.from({ length: 5000 }, (_, at) => `${Math.floor(((at + 1) * 100) / 5000)}%\r`).join('')}\ndone\n`;
    expect(previewOf(frames)).toBe(
      '| Line templates, rarest first: count, line or first–last line, text with …, or ⟨all⟩ of up to 8 values, for what varies\n' +
        '1  line 1  100% (last of 5,000 redraws)\n' +
        '1  line 2  done',
    );
    expect(previewOf('a\r\nb\r\n')).toContain('\n1  line 1  a\n1  line 2  b');
  });

  it('spells numbers as the log does, and takes no two spellings for one value', () => {
    const text = lines(
      600,
      (at) =>
        `job ${String(at + 58).padStart(6, '0')} ver ${['1.10', '1.1', '1.20'][at % 3]} amt ${['1,000', '1000'][at % 2]}`,
    );
    expect(previewOf(text).split('\n')[1]).toBe('600  1–600  job 000058…000657 ver ⟨1.10|1.1|1.20⟩ amt ⟨1,000|1000⟩');
    const ends = lines(60, (at) => `took ${at === 30 ? '0.50' : at === 31 ? '12,345,678' : `${at + 1}.250`} ms`);
    expect(previewOf(ends).split('\n')[1]).toBe('60  1–60  took 0.50…12,345,678 ms');
  });

  it('lists a variable of up to 8 values with their counts, never as a range', () => {
    const text = lines(
      1000,
      (at) => `GET /a ${at === 703 || at === 850 || at === 999 ? 500 : at % 3 ? 200 : at % 2 ? 404 : 304} in ${at}ms`,
    );
    expect(previewOf(text)).toContain(
      '1,000  1–1000  GET /a ⟨200|304 ×167|404 ×166|500 ×3 from line 704⟩ in 0…999ms\n',
    );
  });

  it('suggests a search for the failures of an access log', () => {
    const text = lines(
      9000,
      (at) =>
        `10.0.0.${at % 200} - - [30/Nov/2026:22:01:05 +0000] "GET /a HTTP/1.1" ${at % 300 === 7 ? 503 : 200} ${at}`,
    );
    expect(logShape.suggest(describeLog(text))).toEqual([
      { kind: 'page', startLine: 1, lineCount: 20 },
      { kind: 'grep', pattern: '" 503\\b' },
    ]);
  });

  it('folds the templates that are neither rarest nor most frequent, and says how many lines each has', () => {
    const word = (at: number) => String.fromCharCode(97 + (at % 26), 97 + (Math.floor(at / 26) % 26));
    const kinds = Array.from({ length: 60 }, (_, kind) =>
      lines(kind + 1, () => `${word(kind)} ${word(kind * 7)} ${word(kind * 11)} done`),
    );
    const rows = previewOf(kinds.join(''), 1200)
      .split('\n')
      .filter((row) => /^ *[\d,]+ {2}/.test(row));
    const counts = rows.map((row) => Number(/^ *([\d,]+)/.exec(row)?.[1]?.replaceAll(',', '')));
    const fold = rows.findIndex((row) => row.includes('more templates'));
    const [, least, most] = /, (\d+)–(\d+) each\)$/.exec(rows[fold] as string) as unknown as [string, string, string];
    expect(counts.slice(0, fold)).toEqual(Array.from({ length: fold }, (_, at) => at + 1));
    expect(Number(least)).toBe(fold + 1);
    expect(counts.slice(fold + 1)[0]).toBe(Number(most) + 1);
    expect(counts.at(-1)).toBe(60);
  });

  it('tells how often lines were drawn over, and of the errors that nobody sees any more', () => {
    const text = lines(
      300,
      (at) =>
        `pkg${at}${'\rfetch'.repeat(20)}${at === 211 || at === 250 ? '\rERROR 503 from mirror, retrying' : ''}\rdone`,
    );
    expect(previewOf(text).split('\n').slice(1, 3)).toEqual([
      '300  1–300  done (last of 22…23 redraws)',
      '| drawn over, line 212: ERROR 503 from mirror, retrying (first of 2 alike)',
    ]);
    expect(logShape.suggest(describeLog(text))[0]).toEqual({ kind: 'page', startLine: 204, lineCount: 20 });
    expect(previewOf('\r1%\r2%\nend\n')).toContain('\n1  line 1  2% (last of 2 redraws)\n');
  });

  it('says where lines of one template differ in spaces', () => {
    const text = lines(40, (at) => `worker ok ${at % 2 ? ' ' : ''}n=${at}`);
    expect(previewOf(text).split('\n')[1]).toBe('40  1–40  worker ok n=0…39 (runs of spaces differ)');
  });

  it.each([
    ['错误 服务2 数据库连接失败', '错误'],
    ['エラー 接続できません', 'エラー'],
    ['ошибка соединения', 'ошибка'],
    ['Verbindungsfehler am Knoten', 'Verbindungsfehler'],
    ['une erreur est survenue', 'erreur'],
    ['errores en el nodo', 'errores'],
  ])('takes %s for an error: shows it among as rare lines first, and suggests a search', (message, word) => {
    const text = lines(3000, (at) => {
      if (at === 2000) return `2026年3月${(at % 28) + 1}日 12:00:00 ${message}`;
      return `2026年3月${(at % 28) + 1}日 12:00:00 信息 ${at === 100 ? '配置重新加载完成' : `处理订单${at} 完成`}`;
    });
    const rows = previewOf(text).split('\n');
    expect(rows[1]).toBe(`    1  line 2001  2026年3月13日 12:00:00 ${message}`);
    expect(rows[3]).toBe('2,998  1–3000     … 信息 处理订单0…2999 完成');
    const suggested = logShape.suggest(describeLog(text))[1];
    expect(suggested).toMatchObject({ kind: 'grep', pattern: expect.stringMatching(new RegExp(`^${word}`)) });
  });

  it('leaves colours out', () => {
    const text = lines(
      50,
      (at) =>
        `\u001b[90m00:00:${String(at).padStart(2, '0')}\u001b[0m \u001b[32mINFO\u001b[0m job \u001b[1m${at}\u001b[0m ok`,
    );
    expect(previewOf(text).split('\n')[1]).toBe('50  1–50  … INFO job 0…49 ok');
  });

  it('cuts a long line, and says how long it is', () => {
    const preview = previewOf(`start\n${'x'.repeat(5000)}\nend\n`, 1200);
    expect(preview).toMatch(/\n1 {2}line 2 {2}x+… \(of 5,000 B\)\n/);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['one byte', Uint8Array.of(0x41)],
    ['a newline', Uint8Array.of(0x0a)],
    ['NULs', new Uint8Array(3000)],
    ['surrogates in CESU form', Uint8Array.of(0xed, 0xa0, 0xbd, 0x0a, 0xed, 0xb8, 0x80)],
    ['patterns of replacement', new TextEncoder().encode("$& $1 $` $' 12\n".repeat(30))],
  ])('describes %s', (_name, bytes) => {
    const preview = previewOf(bytes);
    expect(preview).not.toMatch(/[\0-\x08\x0b-\x1f]/);
    expect(jsonEscapedLength(preview)).toBeLessThanOrEqual(4096);
    expect(describeLog(bytes).lineCount).toBe(
      bytes.length === 0 ? 0 : bytes.filter((byte) => byte === 0x0a).length + (bytes.at(-1) === 0x0a ? 0 : 1),
    );
  });

  it('describes one line of 8 MB in little memory', () => {
    const describer = logShape.createDescriber();
    const chunk = new Uint8Array(65_536).fill(0x61);
    for (let at = 0; at < 128; at++) describer.write(chunk);
    const description = describer.end();
    expect(JSON.stringify(description).length).toBeLessThan(20_000);
    expect(logShape.preview(description, 600)).toMatch(/^1 {2}line 1 {2}a+… \(of 8,388,608 B\)$/m);
  });
});

describe('detecting a log', () => {
  const detect = (text: string) => logShape.detect(new TextEncoder().encode(text), true);
  it.each([
    ['ISO times', service.slice(0, 5000)],
    ['syslog', lines(10, (at) => `Nov 30 22:01:${10 + at} host sshd[${at}]: session opened`)],
    ['an access log', lines(10, (at) => `10.0.0.${at} - - [30/Nov/2026:22:01:05 +0000] "GET / HTTP/1.1" 200 ${at}`)],
    ['levels', lines(10, (at) => `INFO main: step ${at}`)],
    ['logfmt', lines(10, (at) => `level=info msg="step ${at}"`)],
    ['Chinese dates', lines(10, (at) => `2026年3月${at + 1}日 处理订单 完成`)],
    ['Chinese levels', lines(10, (at) => `[信息] 处理订单${at} 完成`)],
    ['Russian levels', lines(10, (at) => `шаг ${at}: ИНФО готово`)],
  ])('%s', (_name, text) => {
    expect(detect(text)).toBeGreaterThan(0.8);
  });

  it.each([
    ['a build', lines(200, (at) => `[${at}/200] CC src/${'abcdefgh'[at % 8]}/${'stuvwxyz'[at % 7]}.o`)],
    ['colours', lines(10, (at) => `\u001b[32mok\u001b[0m ${at}`)],
    ['progress', '1%\r2%\r3%\n'],
  ])('%s', (_name, text) => {
    expect(detect(text)).toBeGreaterThan(0.3);
  });

  it.each([
    ['nothing', ''],
    ['prose', 'It was a dark night.\n\nThe wind blew in from the sea, and nobody spoke a word.\n'.repeat(20)],
    [
      'code',
      lines(
        40,
        (at) =>
          `${' '.repeat(at % 5)}const ${'abcdefghij'[at % 10]}${at} = call${'klmnopqrst'[at % 9]}(${'uvwxyz'[at % 6]}, "${at}");${at % 3 ? '' : ' // note'}`,
      ),
    ],
  ])('not %s', (_name, text) => {
    expect(detect(text)).toBeLessThan(0.6);
  });
});
