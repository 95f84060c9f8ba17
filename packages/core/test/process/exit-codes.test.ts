import { describe, expect, it } from 'vitest';
import { signalExitCode, startFailureExitCode } from '../../src/process/exit-codes.ts';

describe('signalExitCode', () => {
  it.each([
    ['SIGHUP' as const, 129],
    ['SIGINT' as const, 130],
    ['SIGKILL' as const, 137],
    ['SIGTERM' as const, 143],
  ])('%s is %d', (signal, code) => {
    expect(signalExitCode(signal)).toBe(code);
  });
});

describe('startFailureExitCode', () => {
  it('tells what is not there from what cannot be executed', () => {
    expect(startFailureExitCode({ code: 'ENOENT' })).toBe(127);
    expect(startFailureExitCode({ code: 'EACCES' })).toBe(126);
    expect(startFailureExitCode({})).toBe(126);
  });
});
