import { loadCommands } from './commands.ts';
import { type Io, processIo } from './io.ts';
import { type ProgramSpec, runProgram } from './program.ts';
import { reportError } from './report-error.ts';
import { readVersion } from './version.ts';

const NOTES = `Examples:
  spillway demo                      see it work, in a few seconds
  spillway exec -- npm test          run a command with bounded output
  spillway wrap -- npx -y @modelcontextprotocol/server-filesystem .
                                     put an MCP server behind it`;

/**
 * Runs the command line and answers with the exit code.
 *
 * Contract: 0 when it worked; 2 and one line naming the fix for a mistake in what was typed; 1 and one line for
 * anything else, with the stack only when `SPILLWAY_DEBUG` is set. Commands may answer with other codes.
 */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  try {
    const spec: ProgramSpec = {
      summary: 'Keeps tool results within an agent’s context, and every byte within reach.',
      version: readVersion(),
      notes: NOTES,
      commands: await loadCommands(argv),
    };
    return await runProgram(spec, argv, io, async (command, call) => {
      try {
        return await command.run(call);
      } catch (error) {
        return reportError(error, io, call.options.json === true);
      }
    });
  } catch (error) {
    return reportError(error, io, false);
  }
}
