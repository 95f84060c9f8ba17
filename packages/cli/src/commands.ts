import type { CommandSpec } from './command.ts';

/** Every command, in the order of the help. Each is loaded only when it is needed: starting fast matters most. */
const loaders: Readonly<Record<string, () => Promise<CommandSpec>>> = {
  wrap: async () => (await import('./commands/wrap.ts')).wrapCommand,
  tools: async () => (await import('./commands/tools.ts')).toolsCommand,
  exec: async () => (await import('./commands/exec.ts')).execCommand,
  pipe: async () => (await import('./commands/pipe.ts')).pipeCommand,
  read: async () => (await import('./commands/read.ts')).readCommand,
  tail: async () => (await import('./commands/tail.ts')).tailCommand,
  grep: async () => (await import('./commands/grep.ts')).grepCommand,
  query: async () => (await import('./commands/query.ts')).queryCommand,
  ls: async () => (await import('./commands/ls.ts')).lsCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  rm: async () => (await import('./commands/rm.ts')).rmCommand,
  map: async () => (await import('./commands/map.ts')).mapCommand,
  classify: async () => (await import('./commands/classify.ts')).classifyCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
};

/** Loads the command that a command line names, or all of them where it names none. */
export async function loadCommands(argv: readonly string[]): Promise<readonly CommandSpec[]> {
  const name = argv[0] ?? '';
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load !== undefined) return [await load()];
  return Promise.all(Object.values(loaders).map((loadOne) => loadOne()));
}
