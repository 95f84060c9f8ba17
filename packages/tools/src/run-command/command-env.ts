/** Variables that make programs colour what no terminal shows; some warn when they meet NO_COLOR beside them. */
const REMOVED = ['FORCE_COLOR', 'CLICOLOR_FORCE'];

/** What tells programs that nobody sits at a terminal; docs/decisions/0009-run-command.md says what each one changes. */
const ADDED: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

/** Makes the environment of a command whose output a model reads, from that of this process. */
export function commandEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !REMOVED.includes(name)));
  return { ...kept, ...ADDED };
}
