import { describe, expect, it } from 'vitest';
import { makeDemoLog } from '../../src/demo/make-log.ts';

describe('makeDemoLog', () => {
  const log = makeDemoLog();
  const lines = log.text.split('\n').slice(0, -1);

  it('is the same at each call', () => {
    expect(makeDemoLog().text).toBe(log.text);
  });

  it('is 20,000 lines of 1.3 to 1.5 MB, in the order of their times', () => {
    expect(lines).toHaveLength(20_000);
    expect(log.text.length).toBeGreaterThan(1_300_000);
    expect(log.text.length).toBeLessThan(1_500_000);
    const times = lines.map((line) => line.slice(0, 20));
    expect(times).toEqual([...times].sort());
  });

  it('has what it says: one ERROR, the request once, and the absent id nowhere', () => {
    expect(lines.filter((line) => line.includes('ERROR'))).toEqual([log.errorLine]);
    expect(lines.filter((line) => line.includes(log.request.term))).toEqual([log.request.line]);
    expect(log.text).not.toContain(log.absentTerm);
    expect(log.absentTerm).toMatch(/^id=1[01]\d{4}$/);
  });
});
