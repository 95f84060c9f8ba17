import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { listedIds, storeThree } from '../support/stored-results.ts';

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

describe('spillway list', () => {
  it('lists newest first and goes on by cursor', async () => {
    const handles = await storeThree(desk, 'list-test');
    expect(listedIds((await desk.call(['list', '--scope', 'list-test', '--json'])).stdout)).toEqual(handles);
    const first = JSON.parse((await desk.call(['list', '--scope', 'list-test', '--limit', '2', '--json'])).stdout);
    expect(first.handles).toHaveLength(2);
    const [next] = first.next;
    expect(next).toMatchObject({ tool: 'list', arguments: { limit: 2 } });
    expect(next.command).toMatch(/ list --scope list-test --cursor \S+ --limit 2$/);
    const rest = await desk.call(['list', '--scope', 'list-test', '--cursor', next.arguments.cursor, '--json']);
    expect(listedIds(rest.stdout)).toEqual([handles[2]]);
    const text = (await desk.call(['list', '--scope', 'list-test', '--limit', '1'])).stdout;
    expect(text).toContain(`${handles[0]} · `);
    expect(text).toMatch(/next: .* list --scope list-test --cursor \S+ --limit 1$/m);
  });

  it('says that nothing is stored, and shows nothing of another scope', async () => {
    expect((await desk.call(['list', '--scope', 'nobody'])).stdout).toContain('nothing is stored');
    expect(JSON.parse((await desk.call(['list', '--scope', 'nobody', '--json'])).stdout)).toEqual({ handles: [] });
  });

  it('stays within the budget as JSON', async () => {
    const ran = await desk.call(['list', '--scope', 'list-test', '--json', '--max-result-bytes', '1400']);
    expect(ran.bytes.length).toBeLessThanOrEqual(1400);
    expect(listedIds(ran.stdout).length).toBeGreaterThan(0);
  });
});
