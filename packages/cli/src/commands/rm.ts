import { type CommandSpec, defineCommand } from '../command.ts';
import { write, writeJson, writeNote } from '../output/write.ts';
import { openSession } from '../session/open-session.ts';
import { toLine } from '../text/escapes.ts';

/** Removes stored results. */
export const rmCommand: CommandSpec = defineCommand({
  name: 'rm',
  summary: 'Remove stored results.',
  operands: [{ name: '<handle...>', description: 'What to remove, such as r_k7m2q9xd.' }],
  options: [],
  limits: ['maxResultBytes'],
  notes: `Exit code: 0 when all were removed, 2 when one was not there.

Example:
  spillway rm r_k7m2q9xd`,
  async run(call) {
    const { io, operands, options } = call;
    const { store, scope } = await openSession(call);
    const removed: string[] = [];
    const missing: string[] = [];
    for (const handle of operands) {
      const isRemoved = await store.delete(scope, handle);
      (isRemoved ? removed : missing).push(handle);
    }
    if (options.json) await writeJson(io.stdout, { removed, missing });
    else {
      for (const handle of removed) await write(io.stdout, `removed ${toLine(handle)}\n`);
      for (const handle of missing)
        await writeNote(io.stderr, `${toLine(handle)} is not stored in this scope; see spillway list`);
    }
    return missing.length === 0 ? 0 : 2;
  },
});
