import { appendFile, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../../src/read/page/page.ts';
import { type FileSource, openFileSource } from '../../../src/read/source/file-source.ts';
import { fileTarget } from '../../../src/read/source/file-target.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'spillway-lines-'));
});
afterAll(() => rm(dir, { recursive: true }));

const lineOf = (number: number): string => `line ${String(number).padStart(10, '0')} of a log\n`;
const lineBytes = 25;
/** Above what is counted beforehand. */
const manyLines = 800_000;

function text(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => lineOf(from + index)).join('');
}

const whole = text(1, manyLines);

/** Counts what is read, by whichever way. */
function counted(file: FileSource): { file: FileSource; bytes: () => number } {
  let bytes = 0;
  const { readInto } = file;
  return {
    bytes: () => bytes,
    file: {
      ...file,
      read: async (offset, byteLength) => {
        const part = await file.read(offset, byteLength);
        bytes += part.length;
        return part;
      },
      ...(readInto !== undefined && {
        readInto: async (into: Uint8Array, offset: number) => {
          const length = await readInto(into, offset);
          bytes += length;
          return length;
        },
      }),
    },
  };
}

async function readLine(path: string, startLine: number): Promise<{ content: string; bytes: number }> {
  const opened = await openFileSource(path);
  try {
    const { file, bytes } = counted(opened);
    const page = await readPage(await fileTarget(file), { startLine, lineCount: 1 }, { maxContentBytes: 400 });
    expect(page.startLine).toBe(startLine);
    return { content: page.content, bytes: bytes() };
  } finally {
    await opened.close();
  }
}

describe('lines of a large file', () => {
  it('are found by one scan, and remembered for the next opening', async () => {
    const path = join(dir, 'remembered.log');
    await writeFile(path, whole);
    const first = await readLine(path, 700_000);
    expect(first.content).toBe(lineOf(700_000));
    expect(first.bytes).toBeGreaterThan(700_000 * lineBytes);
    for (const line of [700_000, 699_990, 350_000, 2]) {
      const again = await readLine(path, line);
      expect(again.content).toBe(lineOf(line));
      expect(again.bytes).toBeLessThan(800_000);
    }
  });

  it('are kept when the file has grown, and only what came is scanned', async () => {
    const path = join(dir, 'grown.log');
    await writeFile(path, whole);
    await readLine(path, 790_000);
    await appendFile(path, text(manyLines + 1, 100_000));
    const after = await readLine(path, 890_000);
    expect(after.content).toBe(lineOf(890_000));
    expect(after.bytes).toBeLessThan(110_000 * lineBytes + 1_500_000);
  });

  // Fails when the file's identity is not compared: the line would be taken from where it stood before.
  it('are forgotten when the file is another one, was edited or was shortened', async () => {
    const path = join(dir, 'edited.log');
    const shifted = `a first line that moves all others\n${whole}`;
    await writeFile(path, whole);
    await readLine(path, 780_000);
    await writeFile(path, shifted);
    expect((await readLine(path, 780_001)).content).toBe(lineOf(780_000));
    await rm(path);
    await writeFile(path, whole);
    expect((await readLine(path, 780_000)).content).toBe(lineOf(780_000));
    await truncate(path, 700_000 * lineBytes);
    expect((await readLine(path, 690_000)).content).toBe(lineOf(690_000));
    const touched = await readLine(path, 690_000);
    expect(touched.bytes).toBeLessThan(800_000);
    await utimes(path, 1, 1);
    expect((await readLine(path, 690_000)).bytes).toBeGreaterThan(690_000 * lineBytes);
  });

  it('end with the file: a line past the end is told with the count', async () => {
    const path = join(dir, 'past.log');
    await writeFile(path, `${whole}and no newline`);
    await expect(readLine(path, 900_000)).rejects.toMatchObject({ code: 'past-end', facts: { lineCount: 800_001 } });
    const opened = await openFileSource(path);
    expect((await fileTarget(opened)).lineCount).toBe(800_001);
    await opened.close();
  });

  it('take a scan that can be aborted, and goes on later from where it was', async () => {
    const path = join(dir, 'aborted.log');
    await writeFile(path, whole);
    const opened = await openFileSource(path);
    const controller = new AbortController();
    let reads = 0;
    const readInto = async (into: Uint8Array, offset: number): Promise<number> => {
      if (++reads === 12) controller.abort();
      return (await opened.readInto?.(into, offset)) ?? 0;
    };
    const target = await fileTarget({ ...opened, readInto });
    const options = { maxContentBytes: 400, signal: controller.signal };
    await expect(readPage(target, { startLine: 790_000 }, options)).rejects.toMatchObject({ code: 'aborted' });
    await opened.close();
    const again = await readLine(path, 790_000);
    expect(again.content).toBe(lineOf(790_000));
    expect(again.bytes).toBeLessThan(manyLines * lineBytes - 8_000_000);
  });

  it('are found by an offset as well, and agree with the line', async () => {
    const path = join(dir, 'offset.log');
    await writeFile(path, whole);
    const opened = await openFileSource(path);
    const target = await fileTarget(opened);
    const offset = 600_000 * lineBytes + 5;
    const page = await readPage(target, { startLine: 600_001, offset, lineCount: 1 }, { maxContentBytes: 400 });
    expect([page.startLine, page.startByteInLine]).toEqual([600_001, 5]);
    await expect(readPage(target, { startLine: 600_002, offset }, { maxContentBytes: 400 })).rejects.toMatchObject({
      code: 'request-invalid',
      facts: { offsetLine: 600_001 },
    });
    await opened.close();
  });
});
