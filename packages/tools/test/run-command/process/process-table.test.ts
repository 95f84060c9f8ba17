import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { listProcesses } from '../../../src/run-command/process/process-table.ts';

describe('listProcesses', () => {
  it('lists a child with its parent, its session and its start, and not once it has ended', async () => {
    const child = spawn('sleep', ['86409'], { detached: true, stdio: 'ignore' });
    const row = () => listProcesses().find(({ pid }) => pid === child.pid);
    expect(row()).toMatchObject({ parent: process.pid, session: child.pid });
    expect(row()?.startedAt).toMatch(/\d/);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await gone;
    expect(row()).toBeUndefined();
  });
});
