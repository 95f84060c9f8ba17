import { deliveredJson, deliverStream } from '@spillway/tools';
import { type CommandSpec, defineCommand } from '../command.ts';
import { createProgress } from '../output/progress.ts';
import { writeJson, writeNote } from '../output/write.ts';
import { printDelivered } from '../run/print-delivered.ts';
import { openSession } from '../session/open-session.ts';

/** Bounds what comes on standard input. */
export const pipeCommand: CommandSpec = defineCommand({
  name: 'pipe',
  summary: 'Bound what comes on standard input: ... | spillway pipe',
  operands: [],
  options: [],
  limits: ['maxResultBytes', 'previewBytes', 'captureBytes', 'storeBytes', 'processStoreBytes', 'ttlMs'],
  notes: `Input that fits is printed as it came. Otherwise all of it is kept, and a notice is printed in its place.

Exit code: 0, also when the input was kept or could not be kept; what happened is in the answer.

Example:
  git log -p | spillway pipe`,
  async run(call) {
    const { io, options } = call;
    const { spillway, settings } = await openSession(call);
    const capture = spillway.capture({ toolName: 'pipe', keepControls: true });
    const progress = createProgress(io.stderr, 'read');
    for await (const chunk of io.stdin as AsyncIterable<Uint8Array>) {
      progress.add(chunk.length);
      await capture.write(chunk);
    }
    progress.clear();
    const captured = await capture.end();
    const delivered = await deliverStream({ capture, captured }, settings.maxResultBytes);
    if (options.json) await writeJson(io.stdout, deliveredJson(delivered));
    else await printDelivered(io.stdout, delivered);
    if (delivered === undefined) await writeNote(io.stderr, 'nothing came on standard input');
    return 0;
  },
});
