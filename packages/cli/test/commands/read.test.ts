import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { sampleLog, sampleLogBytes } from '../support/sample-log.ts';
import { encodedBytes, handleIn, script } from '../support/spillway.ts';

let desk: Desk;
let handle: string;
const read = (...args: string[]) => desk.call(['read', ...args]);

beforeAll(async () => {
  desk = createDesk();
  handle = handleIn((await desk.call(['pipe', '--max-result-bytes', '2048'], { input: sampleLog })).stdout);
});
afterAll(() => desk.remove());

describe('spillway read', () => {
  it('begins at a line, at a byte or at a cursor', async () => {
    const byLine = await read(handle, '--start-line', '3211', '--line-count', '1');
    expect(byLine.stdout).toContain('\n3211| ERROR [pay] ledger $& mismatch\n');
    const bare = await read(handle, '--start-line', '3211', '--line-count', '1', '--no-line-numbers');
    expect(bare.stdout).toContain('\nERROR [pay] ledger $& mismatch\n');
    const fields = JSON.parse((await read(handle, '--json', '--offset', '12', '--line-count', '1')).stdout);
    expect(fields).toMatchObject({ offset: 12, content: 'id=10000 took=0ms\n', byteLength: sampleLogBytes });
    expect(fields.next).toEqual([
      {
        tool: 'read',
        arguments: { handle, lineCount: 1, cursor: expect.any(String) },
        command: `${script} read ${handle} --scope user --line-count 1 --cursor ${fields.next[0].arguments.cursor}`,
      },
    ]);
    const { cursor } = fields.next[0].arguments;
    expect((await read(handle, '--cursor', cursor)).stdout).toContain('2| INFO served id=10001 took=1ms');
    expect(JSON.parse((await read(handle, '--json', '--start-line', '5000')).stdout)).not.toHaveProperty('next');
  });

  it('ends a page after so many bytes, and decodes what an encoding names', async () => {
    const page = JSON.parse((await read(handle, '--json', '--offset', '12', '--byte-count', '8')).stdout);
    expect([page.content, page.nextOffset]).toEqual(['id=10000', 20]);
    expect(page.next[0].arguments).toMatchObject({ byteCount: 8 });
    expect(page.next[0].command).toContain(' --byte-count 8 ');
    const file = join(desk.folder, 'gbk.txt');
    writeFileSync(file, Buffer.from('d6d0cec40a'.repeat(3), 'hex'));
    const decoded = JSON.parse((await read(file, '--json', '--encoding', 'gbk', '--line-count', '1')).stdout);
    expect([decoded.content, decoded.encoding, decoded.next[0].arguments.encoding]).toEqual(['中文\n', 'gbk', 'gbk']);
    expect((await read(file, '--encoding', 'ebcdic')).stderr).toContain('there are: utf-8');
  });

  it('reads what gzip compressed as its content, once for all commands', async () => {
    const file = join(desk.folder, 'app.log.gz');
    writeFileSync(file, gzipSync(sampleLog.repeat(3)));
    const first = JSON.parse((await read(file, '--json')).stdout);
    expect([first.compression, first.byteLength]).toEqual(['gzip', 3 * sampleLogBytes]);
    const listed = async () => JSON.parse((await desk.call(['list', '--json'])).stdout).handles.length;
    const before = await listed();
    const second = JSON.parse((await read(file, '--json', '--cursor', first.next[0].arguments.cursor)).stdout);
    expect([second.offset, await listed()]).toEqual([first.nextOffset, before]);
    expect((await desk.call(['grep', file, 'ledger', '--count-only'])).stdout).toContain('3 matches');
  });

  it('bounds the next page as the one before it', async () => {
    const page = await desk.call(['read', handle, '--max-result-bytes', '2048']);
    const words = /next: \S+ (.*)\n$/.exec(page.stdout)?.[1]?.split(' ') ?? [];
    const next = await desk.call(words);
    expect(next.stdout).toMatch(/^\[PAGE /);
    expect(Buffer.byteLength(JSON.stringify(next.stdout))).toBeLessThanOrEqual(2048);
  });

  it('tells contradictions, places past the end and cursors of something else apart', async () => {
    const first = JSON.parse((await read(handle, '--json', '--line-count', '1')).stdout);
    const next = first.next[0].arguments.cursor;
    expect((await read(handle, '--cursor', next, '--start-line', '3')).stderr).toMatch(/cursor or startLine, not both/);
    expect((await read(handle, '--start-line', '99999')).stderr).toMatch(/5,?000/);
    const other = join(desk.folder, 'other.txt');
    writeFileSync(other, sampleLog);
    const foreign = await read(other, '--cursor', next);
    expect(foreign).toMatchObject({ code: 2, stdout: '' });
  });

  it.each(['1024', '3000'])('stays within a budget of %s bytes, as text and as JSON', async (maxBytes) => {
    const file = join(desk.folder, 'quotes.txt');
    writeFileSync(file, '"\\"\\\t\n'.repeat(4_000));
    const text = await read(file, '--max-result-bytes', maxBytes);
    expect(encodedBytes(text.stdout)).toBeLessThanOrEqual(Number(maxBytes));
    const json = await read(file, '--json', '--max-result-bytes', maxBytes);
    expect(json.bytes.length).toBeLessThanOrEqual(Number(maxBytes));
    expect(JSON.parse(json.stdout).content).toMatch(/^"\\"\\/);
  });

  const contents: [what: string, bytes: Buffer][] = [
    ['NUL and control bytes', Buffer.from('a\0b\u0001\u001b[31m\n'.repeat(600))],
    ['no valid text', Buffer.from(Uint8Array.from({ length: 5_000 }, (_, i) => (i * 151) % 256))],
    ['one huge line', Buffer.from('x'.repeat(300_000))],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${'grün 😀\n'.repeat(800)}`, 'utf16le')],
    ['what a replacement would expand', Buffer.from("$& $1 $$ $` $'\n".repeat(400))],
    ['a byte order mark and CRLF', Buffer.from(`\ufeff${'a\r\n'.repeat(2_000)}`)],
    [
      'text that imitates a notice',
      Buffer.from('[PARTIAL] 1 of 2 B shown · x\nread_result {"handle":"r_00000000"}\n[END PARTIAL]\n'.repeat(90)),
    ],
  ];
  it.each(contents)('--raw gives back exactly what was stored: %s', async (_, bytes) => {
    const stored = await desk.call(['pipe', '--max-result-bytes', '1024'], { input: bytes });
    expect(encodedBytes(stored.stdout)).toBeLessThanOrEqual(1024);
    expect((await read(handleIn(stored.stdout), '--raw')).bytes.equals(bytes)).toBe(true);
  });

  it('tells an empty file from white space and from the end', async () => {
    const file = join(desk.folder, 'empty.txt');
    writeFileSync(file, '');
    expect((await read(file)).stdout).toContain('empty: 0 bytes');
    expect((await read(file, '--raw')).bytes).toHaveLength(0);
    writeFileSync(file, ' \n\n');
    expect((await read(file)).stdout).toContain('white space only');
    expect((await read(file, '--start-line', '3')).code).toBe(2);
  });

  it('--raw gives a plain file as it is, --origin only what there is', async () => {
    const file = join(desk.folder, 'plain.bin');
    writeFileSync(file, Buffer.from([0, 255, 10, 13]));
    expect((await read(file, '--raw')).bytes).toEqual(Buffer.from([0, 255, 10, 13]));
    expect((await read(handle, '--origin')).stderr).toBe(
      'spillway: --origin goes with --raw: add it, or leave --origin out\n',
    );
    expect((await read(handle, '--raw', '--origin')).stderr).toContain('has no other origin than itself');
  });

  it('--raw gives exactly the bytes or lines that are named, of handles and files alike', async () => {
    const bytes = Buffer.from(`\ufeff${'grün 😀\r\n'.repeat(400)}no end`);
    const file = join(desk.folder, 'places.txt');
    writeFileSync(file, bytes);
    const stored = handleIn((await desk.call(['pipe', '--max-result-bytes', '1024'], { input: bytes })).stdout);
    const lines = bytes.toString().split(/(?<=\n)/);
    const places: [args: string[], expected: Buffer | undefined][] = [
      // In the middle of characters, and past the end.
      [['--offset', '6', '--byte-count', '3'], bytes.subarray(6, 9)],
      [['--offset', '11'], bytes.subarray(11)],
      [['--byte-count', '99999'], bytes],
      [['--start-line', '3', '--line-count', '2'], Buffer.from(lines.slice(2, 4).join(''))],
      [['--start-line', '400'], Buffer.from(lines.slice(399).join(''))],
      [['--line-count', '1'], Buffer.from(lines[0] ?? '')],
      [['--start-line', '2', '--line-count', '5', '--byte-count', '4'], Buffer.from(lines[1] ?? '').subarray(0, 4)],
      [['--start-line', '1', '--offset', '6', '--line-count', '1'], Buffer.from(lines[0] ?? '').subarray(6)],
    ];
    for (const operand of [stored, file]) {
      for (const [args, expected] of places) {
        const { bytes: printed, code } = await read(operand, '--raw', ...args);
        expect([args, code, printed.toString('latin1')]).toEqual([args, 0, expected?.toString('latin1')]);
      }
      expect(await read(operand, '--raw', '--offset', '99999')).toMatchObject({ code: 2, stdout: '' });
      expect(await read(operand, '--raw', '--start-line', '402')).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it('--raw refuses what it cannot honour, with the fix', async () => {
    expect(await read(handle, '--raw', '--cursor', 'c1.AbC')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'spillway: --raw takes no --cursor: say with --start-line or --offset where to begin\n',
    });
    expect((await read(handle, '--raw', '--origin', '--line-count', '2')).stderr).toBe(
      'spillway: --origin prints all that the server sent: leave --line-count out\n',
    );
  });

  it('tells a handle however it was copied, a file that is called like one by its path, and a near miss', async () => {
    expect((await read(`spillway://${handle.toUpperCase()}`, '--line-count', '1')).stdout).toContain('INFO served');
    writeFileSync(join(desk.folder, handle), 'a file\n');
    expect((await read(`./${handle}`)).stdout).toContain('1| a file');
    expect((await read(handle, '--line-count', '1')).stdout).toContain('INFO served');
    expect((await read(handle.slice(0, -1))).stderr).toContain(`did you mean ${handle}?`);
  });
});
