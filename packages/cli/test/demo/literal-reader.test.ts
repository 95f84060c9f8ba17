import { describe, expect, it } from 'vitest';
import { type ReaderSession, readLiterally } from '../../src/demo/literal-reader.ts';

/** A session whose tools answer from a table: the call as text, and its answer. */
function session(answers: Record<string, string>): ReaderSession & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    toolNames: ['look', 'seek'],
    call: async (name, input) => {
      const call = `${name} ${JSON.stringify(input)}`;
      calls.push(call);
      return answers[call] ?? 'header\nfooter';
    },
  };
}

describe('readLiterally', () => {
  it('reads a text that offers no call as it stands', async () => {
    const nobody = session({});
    const finding = await readLiterally('one\ntwo id=7 end\nthree', 'id=7', nobody);
    expect(finding).toEqual({ outcome: 'found', evidence: 'two id=7 end', followUps: [] });
  });

  it('does not take a preview for the content', async () => {
    const finding = await readLiterally('[..]\n  1  id=7 …\nlook {"h":1}', 'id=7', session({}));
    expect(finding.outcome).toBe('unknown');
  });

  it('puts the term where the suggested search has its pattern', async () => {
    const tools = session({ 'seek {"h":1,"pattern":"id=7"}': 'header id=7\n12: two id=7 end\nfooter id=7' });
    const finding = await readLiterally('..\nlook {"h":1}\nseek {"h":1,"pattern":"x|y"}', 'id=7', tools);
    expect(finding).toMatchObject({ outcome: 'found', evidence: '12: two id=7 end' });
    expect(tools.calls).toEqual(['seek {"h":1,"pattern":"id=7"}']);
  });

  it('takes marks away where the page says which they are', async () => {
    const tools = session({
      'seek {"pattern":"id=7"}': 'found · matches marked »…« · end\n12: two »id=7« end\nfooter',
    });
    const finding = await readLiterally('..\nseek {"pattern":"x"}', 'id=7', tools);
    expect(finding.evidence).toBe('12: two id=7 end');
  });

  it('follows one call after the other', async () => {
    const tools = session({
      'look {"n":1}': 'header\nnothing\n[END OF PAGE 4kx0dd] next: look {"n":2}',
      'look {"n":2}': 'header\nid=7 here\nend',
    });
    const finding = await readLiterally('..\nlook {"n":1}', 'id=7', tools);
    expect(finding).toMatchObject({ outcome: 'found', evidence: 'id=7 here' });
    expect(finding.followUps).toHaveLength(2);
  });

  const totals: [answer: string, outcome: string][] = [
    ['0 matches in 20,000 lines\n\nend', 'absent'],
    ['0 matches in at least 20,000 lines\n\nend', 'unknown'],
    ['at least 0 matches in 20,000 lines\n\nend', 'unknown'],
    ['10 matches in 20,000 lines\n\nend', 'unknown'],
    ['no matches\n\nend', 'unknown'],
  ];
  it.each(totals)('says absent only on an exact total: %j', async (answer, outcome) => {
    const tools = session({ 'seek {"pattern":"id=7"}': answer });
    const finding = await readLiterally('..\nseek {"pattern":"x"}', 'id=7', tools);
    expect(finding.outcome).toBe(outcome);
  });

  it('gives up in the end', async () => {
    let count = 0;
    const endless: ReaderSession = { toolNames: ['look'], call: async () => `h\nc\nlook {"n":${++count}}` };
    const finding = await readLiterally('..\nlook {"n":0}', 'id=7', endless);
    expect(finding.outcome).toBe('unknown');
    expect(count).toBe(8);
  });
});
