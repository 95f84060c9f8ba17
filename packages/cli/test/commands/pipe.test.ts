import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { sampleLog, sampleLogBytes } from '../support/sample-log.ts';
import { encodedBytes, handleIn } from '../support/spillway.ts';

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

const pipe = (input: string | Uint8Array, ...args: string[]) => desk.call(['pipe', ...args], { input });

describe('spillway pipe', () => {
  it.each(['a\nb', '\n', '$& $1\n', '\ufeffmark\r\n', 'tab\tred \u001b[31m\n'])(
    'passes %j as it came',
    async (input) => {
      const ran = await pipe(input);
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      expect(ran.bytes).toEqual(Buffer.from(input));
    },
  );

  it('says that nothing came', async () => {
    expect(await pipe('')).toMatchObject({ code: 0, stdout: '', stderr: 'spillway: nothing came on standard input\n' });
    expect(JSON.parse((await pipe('', '--json')).stdout)).toEqual({ partial: false, value: '' });
  });

  it('keeps what does not fit, once for the same bytes', async () => {
    const ran = await pipe(sampleLog, '--max-result-bytes', '2048');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^\[PARTIAL\] [\d,]+ of 154,480 B shown · /);
    expect(encodedBytes(ran.stdout)).toBeLessThanOrEqual(2048);
    const again = await pipe(sampleLog, '--max-result-bytes', '4096');
    expect(handleIn(again.stdout)).toBe(handleIn(ran.stdout));
  });

  it('as JSON is one object within the budget', async () => {
    expect(JSON.parse((await pipe('x\n', '--json')).stdout)).toEqual({ partial: false, value: 'x\n' });
    const ran = await pipe(sampleLog, '--json', '--max-result-bytes', '1500');
    expect(ran.bytes.length).toBeLessThanOrEqual(1500);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      partial: true,
      recoverable: true,
      producedBytes: sampleLogBytes,
      handle: expect.stringMatching(/^r_/),
    });
  });
});
