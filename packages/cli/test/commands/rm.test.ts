import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { listedIds, storeThree } from '../support/stored-results.ts';

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

describe('spillway rm', () => {
  it('removes what is there and names what is not', async () => {
    const [first = '', second = '', third = ''] = await storeThree(desk, 'rm-test');
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
    expect(listedIds((await desk.call(['list', ...scope, '--json'])).stdout)).toEqual([third]);
  });
});
