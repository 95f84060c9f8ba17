import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

const classify = (input: string, ...args: string[]) => desk.call(['classify', ...args], { input });

const tooLong = {
  provider: 'anthropic',
  status: 400,
  body: {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'prompt is too long: 215350 tokens > 200000 maximum' },
  },
};
const limited = {
  status: 429,
  body: { error: { message: 'Rate limit reached. Please try again in 20s.', code: 'rate_limit_exceeded' } },
};

describe('spillway classify', () => {
  it('prints one JSON object on one line', async () => {
    const ran = await classify(JSON.stringify(tooLong, null, 2));
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout.split('\n')).toHaveLength(2);
    expect(ran.stdout).toMatch(
      /^\{"outcome":"prompt","isOverflow":true,"limitTokens":200000,"requestedTokens":215350,"isLowerBound":false,/,
    );
    expect(JSON.parse(ran.stdout)).toMatchObject({ overByTokens: 15_350, isRetryable: false });
  });

  it('prints null for numbers that nobody states', async () => {
    const ran = await classify(JSON.stringify(limited));
    expect(JSON.parse(ran.stdout)).toMatchObject({
      outcome: 'none',
      reason: 'rate_limit',
      isRetryable: true,
      limitTokens: null,
      requestedTokens: null,
      isLowerBound: false,
      retryAfterMs: 20_000,
    });
  });

  it('takes a body alone, as it came', async () => {
    expect(JSON.parse((await classify(JSON.stringify(tooLong.body))).stdout)).toMatchObject({ outcome: 'prompt' });
  });

  it('reads JSON Lines, one answer a line', async () => {
    const ran = await classify(`${JSON.stringify(tooLong)}\n\n${JSON.stringify(limited)}`, '--lines');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const answers = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ outcome }) => outcome)).toEqual(['prompt', 'none']);
  });

  it.each([
    ['', 'nothing came on standard input'],
    ['prompt is too long', 'standard input is no JSON;'],
    ['[1]', 'standard input is no JSON object'],
    ['null', 'standard input is no JSON object'],
    ['"text"', 'standard input is no JSON object'],
  ])('refuses %j', async (input, message) => {
    const ran = await classify(input);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('names the line that is no object, after the answers before it', async () => {
    const ran = await classify(`${JSON.stringify(tooLong)}\n{\n${JSON.stringify(limited)}\n`, '--lines');
    expect(ran.code).toBe(2);
    expect(ran.stdout.trim().split('\n')).toHaveLength(1);
    expect(ran.stderr).toContain('line 2 is no JSON;');
  });

  it('explains itself', async () => {
    const ran = await desk.call(['classify', '--help']);
    expect(ran.code).toBe(0);
    for (const word of ['--lines', 'windowTokens', 'Exit code']) expect(ran.stdout).toContain(word);
  });
});
