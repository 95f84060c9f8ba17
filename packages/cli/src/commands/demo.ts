import { type SettingName, settingFlag } from '@spillway/core';
import { signalExitCode, terminationSignals } from '@spillway/core/process';
import { type CommandSpec, defineCommand } from '../command.ts';
import { formatReport } from '../demo/report.ts';
import { runDemo } from '../demo/run-demo.ts';
import { createStyle } from '../output/style.ts';
import { writeJson, writeText } from '../output/write.ts';
import { openSession } from '../session/open-session.ts';
import { readStored } from '../session/read-stored.ts';
import { findCommandWords } from '../shell/command-word.ts';
import { quoteAll } from '../shell/quote.ts';

const SCOPE = 'spillway-demo';

/** Shows the main job on a real MCP server. */
export const demoCommand: CommandSpec = defineCommand({
  name: 'demo',
  summary: 'Show the main job on a real MCP server, in a few seconds.',
  operands: [],
  options: [],
  limits: ['maxResultBytes'],
  notes: `Makes a log of 20,000 lines in a temporary folder, asks the reference filesystem MCP server for it, directly and
through spillway wrap, and lets a reader that does only what the texts say answer three questions.

Exit code: 0 only if all of it really happened.`,
  async run(call) {
    const { io, options } = call;
    const style = createStyle(io.stdout, io.env);
    const scope = options.scope ?? SCOPE;
    const interrupted = new AbortController();
    const interrupt = (signal: NodeJS.Signals): void => interrupted.abort(signal);
    for (const signal of terminationSignals) process.once(signal, interrupt);
    try {
      const result = await runDemo({
        script: io.script,
        scope,
        wrapFlags: Object.entries(call.limits).flatMap(([name, value]) => [settingFlag(name as SettingName), value]),
        ...(options.store !== undefined && { storeDir: options.store }),
        say: async (line) => void (options.json || (await writeText(io.stdout, style.dim(line)))),
        readStored: async (store, id) =>
          readStored(await openSession({ ...call, options: { ...options, store, scope } }), id),
        signal: interrupted.signal,
      });
      const words = quoteAll(findCommandWords({ script: io.script, execPath: process.execPath, path: io.env.PATH }));
      if (options.json) await writeJson(io.stdout, result);
      else await writeText(io.stdout, `\n${formatReport(result, words, style)}`);
      return result.checks.every((check) => check.holds) ? 0 : 1;
    } catch (error) {
      if (!interrupted.signal.aborted) throw error;
      return signalExitCode(interrupted.signal.reason as NodeJS.Signals);
    } finally {
      for (const signal of terminationSignals) process.off(signal, interrupt);
    }
  },
});
