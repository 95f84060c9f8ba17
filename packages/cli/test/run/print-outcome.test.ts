import { PassThrough } from 'node:stream';
import { createMemoryStore, createSpillway } from '@spillway/core';
import type { CapturedStream } from '@spillway/tools';
import { expect, it } from 'vitest';
import { printOutcome } from '../../src/run/print-outcome.ts';

/** Prints both streams to one place, as a terminal shows them. */
async function shown(stdout: string, stderr: string, isTTY: boolean): Promise<string> {
  const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });
  const captured = async (text: string): Promise<CapturedStream> => {
    const capture = spillway.capture({ toolName: 'exec', keepControls: true });
    await capture.write(text);
    return { capture, captured: await capture.end() };
  };
  const screen = Object.assign(new PassThrough(), { isTTY });
  const streams = { stdout: await captured(stdout), stderr: await captured(stderr) };
  const outcome = { exitCode: 0, letGo: false, survivors: [] };
  const io = { stdin: new PassThrough(), stdout: screen, stderr: screen, env: {}, cwd: '/w', script: '' };
  await printOutcome(outcome, streams, { io, maxResultBytes: 2_048 });
  return screen.read().toString();
}

const flood = 'flood\n'.repeat(2_000);

it('on a terminal every notice has its lines for itself', async () => {
  expect(await shown('no newline', flood, true)).toMatch(/^spillway: exit code 0 in \/w\nno newline\n\[PARTIAL\] /);
  expect(await shown(flood, 'error', true)).toMatch(/\n\[END PARTIAL\]\nerror$/);
  expect(await shown(flood, flood, true)).toMatch(/\n\[END PARTIAL\]\n\[PARTIAL\] [\s\S]*\n\[END PARTIAL\]\n$/);
});

it('what the command printed stays as it is where no notice follows, and where it is no terminal', async () => {
  expect(await shown('no newline', 'error', true)).toBe('no newlineerror');
  expect(await shown('no newline', flood, false)).toContain('no newline[PARTIAL] ');
});
