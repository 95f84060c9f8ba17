import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseNotice } from '../../src/bound/notice.ts';
import type { SpillwayEvent } from '../../src/events.ts';
import { createSpillway, type Spillway, type SpillwayOptions } from '../../src/spillway.ts';
import { createFsStore } from '../../src/store/fs.ts';
import { bodyLines, keyObjects, madePem, maskedPem, pems } from '../guard/support/keys.ts';

let folder = '';
const opened: Spillway[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spillway-keys-'));
});
afterEach(async () => {
  for (const spillway of opened.splice(0)) await spillway.close();
  rmSync(folder, { recursive: true });
});

function open(options: SpillwayOptions = {}): Spillway {
  const store = createFsStore({ directory: join(folder, 'store'), durability: 'none' });
  const spillway = createSpillway({ store, scope: 'keys', budget: { maxResultBytes: 4_096 }, ...options });
  opened.push(spillway);
  return spillway;
}

/** Everything that lies in the store, whatever the file. */
function stored(): string {
  const files = readdirSync(join(folder, 'store'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
}

const holdsNone = (text: string, pem: string): boolean =>
  bodyLines(pem).every((line) => line.length < 16 || !text.includes(line.slice(0, 40)));

const context = { toolName: 'run' };
const log = 'an ordinary line of the log\n'.repeat(400);
const small = pems['EC, SEC 1'] as string;
const smallBytes = bodyLines(small).join('').length;

describe('a result with a key', () => {
  it('BC-088 that fits is masked, and says how much was withheld', async () => {
    const spillway = open();
    const events: SpillwayEvent[] = [];
    spillway.events.on((event) => events.push(event));
    const bounded = await spillway.bound(`$ cat key.pem\n${small}$ \n`, context);
    const note = `[${smallBytes} bytes of private keys withheld]`;
    expect(bounded.toText()).toBe(`$ cat key.pem\n${maskedPem(small)}$ \n\n${note}`);
    expect(bounded).toMatchObject({ complete: false, withheldBytes: smallBytes, isError: false });
    expect(bounded.toJson()).toMatchObject({ partial: true, withheldBytes: smallBytes });
    expect(events).toContainEqual(expect.objectContaining({ type: 'bytes-withheld', byteLength: smallBytes }));
  });

  it('BC-088 in one line, as an environment variable, is masked too', async () => {
    const bounded = await open().bound(`HOME=/root\nKEY=${JSON.stringify(small)}\n`, context);
    expect(bounded.toText()).toContain(`KEY=${JSON.stringify(maskedPem(small))}`);
  });

  it.each([1_600, 40_000, 187_000])(
    'BC-091 of %d bytes is masked in the notice, in the store and in what is read back',
    async (size) => {
      const spillway = open();
      const pem = madePem('RSA PRIVATE KEY', size);
      const produced = log + pem + log;
      const bounded = await spillway.bound(produced, context);
      const { handle } = bounded;
      expect(holdsNone(bounded.toText(), pem)).toBe(true);
      expect(parseNotice(bounded.toText())).toMatchObject({ withheldBytes: size, handle: handle?.id });
      expect(handle).toMatchObject({ byteLength: produced.length, producedBytes: produced.length });
      expect(handle?.withheld.reduce((sum, range) => sum + range.end - range.start, 0)).toBe(size);
      expect(holdsNone(stored(), pem)).toBe(true);
      const source = await spillway.open(handle?.id as string);
      expect(Buffer.from(await source.read(0, source.byteLength)).toString() === log + maskedPem(pem) + log).toBe(true);
      await source.close();
      const [readResult, grepResult] = spillway.tools();
      const page = await readResult?.execute({ handle: handle?.id, startLine: 401, lineCount: 4 });
      expect(page?.text).toContain('192 bytes of private keys withheld');
      expect(page?.text).toContain('402| [key withheld]');
      const line = bodyLines(pem)[1] as string;
      const found = await grepResult?.execute({ handle: handle?.id, pattern: line.slice(0, 20), literal: true });
      expect(found?.text).toContain('0 matches');
      expect(found?.text).toContain('of private keys withheld and not searched');
    },
  );

  it('BC-089 at byte 150,000 of 200 KB lies nowhere, unless the owner includes keys', async () => {
    const fill = 'a line of a report that goes on and on\n'.repeat(3_847);
    const produced = fill + small + fill.slice(0, 50_000);
    const bounded = await open().bound(produced, context);
    expect(holdsNone(stored() + bounded.toText(), small)).toBe(true);
    const owner = open({ includeKeys: true });
    const kept = await owner.bound(produced, context);
    const source = await owner.open(kept.handle?.id as string);
    expect(Buffer.from(await source.read(0, source.byteLength)).toString() === produced).toBe(true);
    await source.close();
    expect(kept.handle?.withheld).toEqual([]);
  });

  it('that comes in pieces, and past the capture ceiling, keeps true positions', async () => {
    const spillway = open({ budget: { maxResultBytes: 4_096, captureBytes: 100_000 } });
    const pem = madePem('PRIVATE KEY', 1_600);
    const produced = `${log}${pem}${log.repeat(20)}${pem}${log.slice(0, 3_000)}`;
    const capture = spillway.capture(context);
    for (let at = 0; at < produced.length; at += 777) await capture.write(produced.slice(at, at + 777));
    const { handle } = await capture.present(await capture.end());
    const source = await spillway.open(handle?.id as string);
    const bytes = Buffer.from(await source.read(0, source.byteLength)).toString();
    await source.close();
    expect(handle?.gap).toBeDefined();
    expect(holdsNone(bytes, pem)).toBe(true);
    for (const { start, end } of handle?.withheld ?? []) {
      expect(bytes.slice(start, end)).toMatch(/^\[key withheld\] *$/u);
    }
    expect(handle?.withheld.length).toBe(50);
  });

  it('as a value, a list of blocks or a failure is masked in each form', async () => {
    const spillway = open();
    const value = await spillway.bound({ jwk: keyObjects.ec.export({ format: 'jwk' }), pem: small }, context);
    const { d } = keyObjects.ec.export({ format: 'jwk' });
    expect(value.toText()).not.toContain(d as string);
    expect(holdsNone(value.toText(), small)).toBe(true);
    expect((value.toJson().value as { jwk: object }).jwk).toMatchObject({ kty: 'EC', crv: 'P-256' });
    const blocks = [
      { type: 'text', text: 'before' },
      { type: 'text', text: small },
      { type: 'resource', resource: { uri: 'a:b', text: small } },
    ];
    const list = await spillway.bound(blocks, context);
    expect(list.blocks[0]).toEqual(blocks[0]);
    expect(holdsNone(JSON.stringify(list.blocks), small)).toBe(true);
    expect(list.withheldBytes).toBe(2 * smallBytes);
    async function* failing(): AsyncGenerator<string> {
      yield 'begun\n';
      throw new Error(`bad key: ${small}`);
    }
    const failed = await spillway.bound(failing(), context);
    expect(holdsNone(failed.toText(), small)).toBe(true);
    expect(failed.isError).toBe(true);
  });

  it('reaches a program as it was produced', async () => {
    const result = await open().bound(small, { ...context, consumer: 'program' });
    expect(result.value).toBe(small);
  });

  it('is not shown and not kept at all where the policy is refuse', async () => {
    const spillway = open({ budget: { maxResultBytes: 4_096, keyPolicy: 'refuse' } });
    for (const produced of [small, log + small + log]) {
      const bounded = await spillway.bound(produced, context);
      expect(bounded.complete).toBe(false);
      expect(bounded.handle).toBeUndefined();
      expect(bounded.toText()).toContain('keyPolicy is refuse');
      expect(bounded.toText()).not.toContain('ordinary line');
      expect(parseNotice(bounded.toText())).toMatchObject({ recoverable: false });
    }
    expect((await spillway.list()).handles).toEqual([]);
    expect((await spillway.bound('no key', context)).toText()).toBe('no key');
  });
});
