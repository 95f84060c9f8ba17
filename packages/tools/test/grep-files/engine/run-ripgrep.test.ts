import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../fixtures/search-without-descriptors.mjs', import.meta.url));

describe('runRipgrep', () => {
  it('tells that ripgrep could not be started where no descriptor is left', () => {
    const printed = execFileSync('sh', ['-c', 'ulimit -n 64 && exec "$0" "$1"', process.execPath, script]);
    expect(JSON.parse(printed.toString())).toEqual({
      how: 'died',
      exitCode: 2,
      errors: `Error: spawn ${process.execPath} EMFILE`,
    });
  });
});
