import { describe, expect, it } from 'vitest';
import { outcomeLines } from '../../src/run/outcome-lines.ts';

const calm = { letGo: false, survivors: [] };
const shown = { cwd: '/w', isSilent: false, isPartial: false };

describe('outcomeLines', () => {
  it('says nothing of a command whose output is all there', () => {
    expect(outcomeLines({ ...calm, exitCode: 3 }, shown)).toEqual([]);
  });
  it('says how the command ended when not all is shown', () => {
    expect(outcomeLines({ ...calm, exitCode: 101 }, { ...shown, isPartial: true })).toEqual(['exit code 101 in /w']);
  });
  it('BC-156 tells silence from loss', () => {
    const lines = outcomeLines({ ...calm, exitCode: 0 }, { ...shown, isSilent: true });
    expect(lines).toEqual(['exit code 0 in /w: it printed nothing']);
  });
  it('says the time limit, the signal, the pipes let go and what could not be ended', () => {
    const outcome = { signal: 'SIGTERM', stoppedBy: 'timeout', letGo: true, survivors: [7, 9] } as const;
    expect(outcomeLines(outcome, { ...shown, timeoutMs: 1500 })).toEqual([
      'stopped at the time limit of 1,500 ms, exit code 124, in /w',
      'a process that the command left running holds its output; what that prints from now on is not captured',
      'could not be ended: process 7, 9',
    ]);
    expect(outcomeLines({ ...calm, signal: 'SIGSEGV' }, shown)).toEqual(['killed by SIGSEGV, exit code 139, in /w']);
  });
});
