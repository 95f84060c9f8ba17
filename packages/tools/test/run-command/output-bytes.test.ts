import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePage, type ToolAnswer } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolDesk, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

const node = (script: string): Promise<ToolAnswer> =>
  desk.call('run_command', { argv: [process.execPath, '-e', script] });

interface StreamFacts {
  readonly handle?: string;
}

const handleOf = (answer: ToolAnswer, stream: 'stdout' | 'stderr'): string =>
  (answer.page as Record<string, StreamFacts>)[stream]?.handle ?? 'none';

async function keptOf(answer: ToolAnswer, stream: 'stdout' | 'stderr'): Promise<Buffer> {
  const source = await desk.options.spillway.open(handleOf(answer, stream));
  return Buffer.from(await source.read(0, source.byteLength));
}

/** Everything that read_result shows of a stream, page after page. */
async function readBack(handle: string): Promise<string> {
  const [read] = desk.options.spillway.tools();
  let text = '';
  for (let input: object | undefined = { handle, lineNumbers: false }; input !== undefined; ) {
    const page = parsePage((await read?.execute(input))?.text ?? '');
    text += page?.body ?? '';
    input = page?.next?.arguments;
  }
  return text;
}

describe('characters of a command', () => {
  it('BC-016 that are printed byte by byte, on both streams at once, arrive whole', async () => {
    const answer = await node(`
      const bytes = Buffer.from('漢字 é 😀 '.repeat(40));
      const large = Buffer.from('漢'.repeat(50_000));
      for (let at = 0; at < large.length; at += 4_097) process.stdout.write(large.subarray(at, at + 4_097));
      let at = 0;
      const next = () => at < bytes.length && process.stderr.write(bytes.subarray(at, ++at), () => setImmediate(next));
      next();`);
    expect(answer.text).toContain(`\n${'漢字 é 😀 '.repeat(40)}\n`);
    expect(answer.text.includes('\ufffd')).toBe(false);
    expect(await readBack(handleOf(answer, 'stdout'))).toBe('漢'.repeat(50_000));
  });

  it('BC-016 of which the last was never finished show one sign in its place, and the bytes are kept', async () => {
    const answer = await node(`process.stdout.write(Buffer.from('e5ad97e5ad', 'hex'))`);
    expect(answer.text.match(/\ufffd/g)).toHaveLength(1);
    expect(answer.text).toContain('| 字\ufffd');
    expect((await keptOf(answer, 'stdout')).toString('hex')).toBe('e5ad97e5ad');
  });

  it('BC-053 in an old encoding are flagged with their number, kept as they are, and read once they are converted', async () => {
    const answer = await desk.call('run_command', { command: "printf '\\263\\311\\271\\246\\n'" });
    expect(answer.text).toContain('2 characters pictured');
    expect((await keptOf(answer, 'stdout')).toString('hex')).toBe('b3c9b9a60a');
    const [read] = desk.options.spillway.tools();
    const page = await read?.execute({ handle: handleOf(answer, 'stdout') });
    expect(page?.text).toContain('2 runs of bytes that are not text shown as U+FFFD');
    expect(page?.page).toMatchObject({ lossy: true, undecodable: 2 });
    const converted = await desk.call('run_command', { command: "printf '\\263\\311\\271\\246\\n' | iconv -f GBK" });
    expect(converted.text).toContain('\n成功\n');
  });
});

describe('bytes of a command that are no text', () => {
  it('BC-064 BC-065 leave an answer that any parser takes, and are kept exactly', async () => {
    // Any bytes, the same each time: every value, in no order that repeats soon.
    const bytes = Buffer.alloc(200_000);
    for (let at = 0, state = 1; at < bytes.length; at++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      bytes[at] = state >>> 24;
    }
    writeFileSync(join(desk.folder, 'any.bin'), bytes);
    for (const [command, expected] of [
      ['cat any.bin', bytes],
      [`cat '${process.execPath}' | head -c 300000`, readFileSync(process.execPath).subarray(0, 300_000)],
      ['cat any.bin | tr -d "\\\\000"', Buffer.from(bytes.filter((byte) => byte !== 0))],
    ] as const) {
      const answer = await desk.call('run_command', { command });
      expect(answer.text.isWellFormed()).toBe(true);
      expect(answer.text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/);
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(70_000);
      expect((await keptOf(answer, 'stdout')).equals(expected)).toBe(true);
    }
  });
});
