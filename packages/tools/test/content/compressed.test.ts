import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { createMemoryStore, createSpillway, parsePage, type ToolAnswer } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTools } from '../../src/create-tools.ts';
import { createToolDesk, nextInput, type ToolDesk } from '../support/tool-desk.ts';

const { gzipSync } = zlib;

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

const put = (name: string, content: Uint8Array): void => writeFileSync(join(desk.folder, name), content);
const read = (input: object): Promise<ToolAnswer> => desk.call('read_file', input);
const bodyOf = (answer: ToolAnswer): string | undefined => parsePage(answer.text)?.body;
const header = (answer: ToolAnswer): string => answer.text.split('\n')[0] as string;
const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at + 1} ${'x'.repeat((at * 7919) % 80)}\n`).join('');
const storedCount = async (): Promise<number> => (await desk.options.spillway.list()).handles.length;

describe('a file that gzip compressed', () => {
  it('is read as its content, by line, offset and cursor, and from its end', async () => {
    const content = lines(50_000);
    put('app.log.1', gzipSync(content));
    const first = await read({ path: 'app.log.1' });
    expect(header(first)).toMatch(/lines 1–\d+ of 50,000 .* decompressed from [\d,]+ B of gzip/);
    expect(first.page).toMatchObject({ compression: 'gzip', byteLength: content.length });
    const kept = await storedCount();
    const second = await read(nextInput(first) ?? {});
    expect(bodyOf(first)?.split('\n').length).toBe((second.page?.startLine as number) - 1);
    const line = await read({ path: 'app.log.1', startLine: 40_000, lineCount: 1, lineNumbers: false });
    expect(bodyOf(line)).toBe(content.split('\n')[39_999]?.concat('\n'));
    const tail = await desk.call('tail_file', { path: 'app.log.1', lineCount: 1 });
    expect(bodyOf(tail)?.startsWith('50000| 50000 ')).toBe(true);
    expect(await storedCount()).toBe(kept);
  });

  it('is unpacked anew when it was replaced, and its cursor says so', async () => {
    put('replaced.gz', gzipSync(lines(20_000)));
    const first = await read({ path: 'replaced.gz' });
    put('replaced.gz', gzipSync(`new ${lines(20_000)}`));
    expect((await read(nextInput(first) ?? {})).text).toMatch(/^\[source-changed\] /);
    expect(bodyOf(await read({ path: 'replaced.gz', lineCount: 1 }))).toBe('1| new 1 ');
  });

  it('is unpacked anew when the store no longer has it, and can be aborted', async () => {
    const { store, scope, list } = desk.options.spillway;
    put('evicted.gz', gzipSync(`evicted ${lines(20_000)}`));
    const first = await read({ path: 'evicted.gz' });
    const [newest] = (await list()).handles;
    expect(await store.delete(scope, newest?.id ?? '')).toBe(true);
    expect((await read(nextInput(first) ?? {})).isError).toBe(false);
    put('aborted.gz', gzipSync(`aborted ${lines(20_000)}`));
    const before = await storedCount();
    const tool = createTools(desk.options).find(({ name }) => name === 'read_file');
    const aborted = await tool?.execute({ path: 'aborted.gz' }, { signal: AbortSignal.abort() });
    expect(aborted?.text).toMatch(/^\[aborted\] /);
    expect(await storedCount()).toBe(before);
  });

  it('is kept in memory where it is small, and nothing is stored', async () => {
    const kept = await storedCount();
    put('small.gz', gzipSync('one\ntwo\n'));
    expect(bodyOf(await read({ path: 'small.gz' }))).toBe('1| one\n2| two');
    put('empty.gz', gzipSync(''));
    expect((await read({ path: 'empty.gz' })).text).toContain('empty: 0 bytes');
    expect(await storedCount()).toBe(kept);
  });

  it('may have several members, as a log that was compressed in parts', async () => {
    put('members.gz', Buffer.concat([gzipSync('first\n'), gzipSync('second\n')]));
    expect(bodyOf(await read({ path: 'members.gz' }))).toBe('1| first\n2| second');
  });

  // Fails when what was unpacked before the damage is dropped with the error.
  it('is served as far as it can be read where it is damaged, and says how far that is', async () => {
    const whole = gzipSync(lines(50_000));
    put('cut.gz', whole.subarray(0, whole.length - 2_000));
    const cut = await read({ path: 'cut.gz' });
    expect(header(cut)).toContain(
      `damaged: it could be read up to byte ${whole.length - 2_000} of the compressed file`,
    );
    expect(bodyOf(cut)?.startsWith('1| 1 \n2| 2 ')).toBe(true);
    expect(cut.page?.totalLines).toBeGreaterThan(45_000);
    const broken = Uint8Array.from(whole);
    broken.fill(0xff, whole.length >> 1, (whole.length >> 1) + 200);
    put('broken.gz', broken);
    const answer = await read({ path: 'broken.gz' });
    expect(header(answer)).toMatch(/damaged: it could be read up to byte \d+/);
    expect(answer.page?.totalLines).toBeGreaterThan(10_000);
    put('head-only.gz', Uint8Array.of(0x1f, 0x8b, 0x08));
    expect(header(await read({ path: 'head-only.gz' }))).toContain('damaged');
  });

  // Fails when what the damaged piece holds before the damage goes with it: hundreds of lines at the end of a log.
  it.each([
    ['something else behind its end', (whole: Buffer) => Buffer.concat([whole, Buffer.from('not gzip')]), 0],
    ['a wrong checksum', (whole: Buffer) => Buffer.from(whole).fill(0, whole.length - 8, whole.length - 4), -8],
  ])('is served to its last line with %s', async (_, damage, place) => {
    const content = lines(3_000);
    const whole = gzipSync(content);
    put('damaged.gz', damage(whole));
    const last = await desk.call('tail_file', { path: 'damaged.gz', lineCount: 1 });
    expect(bodyOf(last)).toBe(`3000| ${content.split('\n').at(-2)}`);
    const byte = Number(/damaged: it could be read up to byte (\d+)/.exec(header(last))?.[1]);
    expect(byte - whole.length - place).toBeGreaterThanOrEqual(0);
    expect(byte - whole.length - place).toBeLessThanOrEqual(8);
  });

  it('is not unpacked where it only has the name, or where its own bytes are asked for', async () => {
    put('named.gz', Buffer.from('plain text\n'));
    const named = await read({ path: 'named.gz' });
    expect(bodyOf(named)).toBe('1| plain text');
    expect(header(named)).toContain('named as gzip is, but its bytes are not');
    put('real.gz', gzipSync('x'));
    const raw = await read({ path: 'real.gz', encoding: 'binary' });
    expect(bodyOf(raw)?.startsWith('00000000  1f 8b 08')).toBe(true);
  });

  it('stops at the limits of the store, so that a bomb costs no more than they allow', async () => {
    const spillway = createSpillway({
      store: createMemoryStore(),
      scope: 'bomb',
      budget: { captureBytes: 3_000_000, maxResultBytes: 8_000 },
    });
    const tools = createTools({ ...desk.options, spillway });
    put('bomb.gz', gzipSync(new Uint8Array(200_000_000).fill(0x61)));
    const answer = await tools.find(({ name }) => name === 'read_file')?.execute({ path: 'bomb.gz' });
    expect(answer?.isError).toBe(false);
    expect(answer?.text).toMatch(/decompressed up to byte \d+ of the compressed file: the limits of the store allow/);
    const [handle] = (await spillway.list()).handles;
    expect(handle?.byteLength).toBe(3_000_000);
    expect(handle?.producedBytes).toBeLessThan(30_000_000);
  });

  it('shows no body of a private key, in memory or from the store', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const body = pem.split('\n')[1] as string;
    for (const [name, content] of [
      ['key.gz', `before\n${pem}after\n`],
      ['long-key.gz', `${lines(20_000)}before\n${pem}after\n`],
    ] as const) {
      put(name, gzipSync(content));
      for (const tool of ['read_file', 'tail_file']) {
        const first = tool === 'read_file' ? { startLine: content.split('\n').indexOf('before') + 1 } : {};
        const { text } = await desk.call(tool, { path: name, ...first });
        expect([name, tool, text.includes(body), text.includes('before'), text.includes('after')]).toEqual([
          name,
          tool,
          false,
          true,
          true,
        ]);
      }
    }
  });

  it('is masked and shown whole by turns, as the owner has it', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { store, scope } = desk.options.spillway;
    const owner = createTools({ ...desk.options, spillway: createSpillway({ store, scope, includeKeys: true }) });
    const ownerReads = owner.find(({ name }) => name === 'read_file');
    for (const [name, content] of [
      ['turns.gz', pem],
      ['long-turns.gz', `${pem}${lines(20_000)}`],
    ] as const) {
      put(name, gzipSync(content));
      const shown = async (): Promise<boolean[]> => {
        const answers = [await read({ path: name }), await ownerReads?.execute({ path: name })];
        return answers.map((answer) => answer?.text.includes(pem.split('\n')[1] as string) === true);
      };
      expect([name, await shown(), await shown()]).toEqual([name, [false, true], [false, true]]);
    }
  });

  it('is unpacked by encoding too', async () => {
    put('gbk.gz', gzipSync(Buffer.from('d6d0cec40a', 'hex')));
    expect(bodyOf(await read({ path: 'gbk.gz', encoding: 'gbk' }))).toBe('1| 中文');
  });
});

describe('a file that zstd compressed', () => {
  it('is read where Node can, and else refused by name', async () => {
    const { zstdCompressSync } = zlib as { zstdCompressSync?: (text: string) => Uint8Array };
    put('app.zst', zstdCompressSync?.('one\ntwo\n') ?? Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0));
    const answer = await read({ path: 'app.zst' });
    if (zstdCompressSync === undefined) {
      expect(answer.text).toMatch(/^\[encoding-unsupported\] The file is compressed with zstd/);
      expect(bodyOf(await read({ path: 'app.zst', encoding: 'binary' }))).toContain('28 b5 2f fd');
      return;
    }
    expect([bodyOf(answer), answer.page?.compression]).toEqual(['1| one\n2| two', 'zstd']);
    put('cut.zst', zstdCompressSync(lines(20_000)).subarray(0, 3_000));
    expect(header(await read({ path: 'cut.zst' }))).toContain('damaged');
  });
});
