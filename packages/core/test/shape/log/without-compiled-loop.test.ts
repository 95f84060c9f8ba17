import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('./fixtures/describe-log.mjs', import.meta.url));

/** What a Node of its own prints, started by a line of the shell that ends with `"$0" "$1"`. */
const printedBy = (line: string): unknown =>
  JSON.parse(execFileSync('sh', ['-c', line, process.execPath, script]).toString());

describe('a log', () => {
  const [hasLoop, description] = printedBy('exec "$0" "$1"') as [boolean, object];

  it('is followed by a compiled loop', () => {
    expect(hasLoop).toBe(true);
    expect(description).toMatchObject({ headline: 'log, 20,000 lines' });
  });

  it('is described in the same way without WebAssembly', () => {
    expect(printedBy('exec "$0" --jitless "$1" 2>/dev/null')).toEqual([false, description]);
  });

  // Node 20 and 22 have no room then for an instance; Node 24 asks for less.
  it('is described in the same way where addresses are few', () => {
    expect(printedBy('ulimit -v 10000000 && exec "$0" "$1"')).toEqual([expect.any(Boolean), description]);
  });
});
