import type { CommandSpec } from './command.ts';
import { demoCommand } from './commands/demo.ts';
import { execCommand } from './commands/exec.ts';
import { grepCommand } from './commands/grep.ts';
import { listCommand } from './commands/list.ts';
import { mapCommand } from './commands/map.ts';
import { pipeCommand } from './commands/pipe.ts';
import { readCommand } from './commands/read.ts';
import { rmCommand } from './commands/rm.ts';
import { wrapCommand } from './commands/wrap.ts';

/** Every command, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  wrapCommand,
  execCommand,
  pipeCommand,
  readCommand,
  grepCommand,
  listCommand,
  rmCommand,
  mapCommand,
  demoCommand,
];
