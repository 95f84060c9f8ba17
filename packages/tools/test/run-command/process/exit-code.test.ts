import { describe, expect, it } from 'vitest';
import { outcomeExitCode } from '../../../src/run-command/process/exit-code.ts';

const calm = { letGo: false, survivors: [] };

describe('outcomeExitCode', () => {
  it('is the command’s own, 128 and the signal, or 124 where it was stopped', () => {
    expect(outcomeExitCode({ ...calm, exitCode: 101 })).toBe(101);
    expect(outcomeExitCode({ ...calm, signal: 'SIGKILL' })).toBe(137);
    expect(outcomeExitCode({ ...calm, signal: 'SIGTERM' })).toBe(143);
    expect(outcomeExitCode({ ...calm, signal: 'SIGTERM', stoppedBy: 'timeout' })).toBe(124);
    expect(outcomeExitCode({ ...calm, exitCode: 0, stoppedBy: 'abort' })).toBe(124);
  });
});
