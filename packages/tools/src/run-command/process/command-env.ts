/** Variables that make programs colour what no terminal shows; some warn when they meet NO_COLOR beside them. */
const removedNames = ['FORCE_COLOR', 'CLICOLOR_FORCE'];

/**
 * Makes the environment of a command whose output a model reads, from that of this process.
 *
 * Contract: asks for no colours, and names a terminal where none is named, as some programs fail without; the reasons for
 * these and for no others stand in docs/decisions/0009-run-command.md.
 */
export function commandEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !removedNames.includes(name)));
  return { TERM: 'dumb', ...kept, NO_COLOR: '1' };
}
