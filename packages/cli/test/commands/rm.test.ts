import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../lib/in-process.ts';
import { sampleLog } from '../lib/sample-log.ts';
import { handleIn } from '../lib/spillway.ts';

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

const ids = (json: string): string[] => JSON.parse(json).handles.map(({ id }: { id: string }) => id);

/** Stores three results; their handles, newest first. */
async function storeThree(scope: string): Promise<string[]> {
  const handles: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const ran = await desk.call(['pipe', '--scope', scope, '--max-result-bytes', '2048'], {
      input: `${i}${sampleLog}`,
    });
    handles.unshift(handleIn(ran.stdout));
  }
  return handles;
}

describe('spillway rm', () => {
  it('removes what is there and names what is not', async () => {
    const [first = '', second = '', third = ''] = await storeThree('rm-test');
    const scope = ['--scope', 'rm-test'];
    expect(await desk.call(['rm', first, ...scope])).toMatchObject({
      code: 0,
      stdout: `removed ${first}\n`,
      stderr: '',
    });
    const again = await desk.call(['rm', first, ...scope]);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain(`${first} is not stored in this scope`);
    const json = await desk.call(['rm', second, 'r_00000000', ...scope, '--json']);
    expect(JSON.parse(json.stdout)).toEqual({ removed: [second], missing: ['r_00000000'] });
    expect((await desk.call(['rm', third, '--scope', 'other'])).code).toBe(2);
    expect(ids((await desk.call(['list', ...scope, '--json'])).stdout)).toEqual([third]);
  });
});
