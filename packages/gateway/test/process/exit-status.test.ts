import { describe, expect, it } from 'vitest';
import { formatExitStatus, toExitCode } from '../../src/process/exit-status.ts';

describe('exit status', () => {
  it.each([
    [{ code: 0, signal: null }, 0, 'exited with code 0'],
    [{ code: 3, signal: null }, 3, 'exited with code 3'],
    [{ code: null, signal: 'SIGTERM' as const }, 143, 'was ended by SIGTERM'],
    [{ code: null, signal: 'SIGKILL' as const }, 137, 'was ended by SIGKILL'],
  ])('%j', (status, code, words) => {
    expect(toExitCode(status)).toBe(code);
    expect(formatExitStatus(status)).toBe(words);
  });
});
