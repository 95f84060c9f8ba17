import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('./fixtures/describe-log.mjs', import.meta.url));

/** What a Node of its own prints, started by a line of the shell that ends with `"$0" "$1"`. */
const printedBy = (line: string): unknown =>
  JSON.parse(execFileSync('sh', ['-c', line, process.execPath, script]).toString());

describe('a log', () => {
  it.each([
    ['WebAssembly', 'exec "$0" --jitless "$1" 2>/dev/null'],
    ['room for its memory', 'ulimit -v 10000000 && exec "$0" "$1"'],
  ])('is described in the same way without %s', (_, line) => {
    const [hasLoop, description] = printedBy('exec "$0" "$1"') as [boolean, object];
    expect(hasLoop).toBe(true);
    expect(description).toMatchObject({ headline: 'log, 20,000 lines' });
    expect(printedBy(line)).toEqual([false, description]);
  });
});
