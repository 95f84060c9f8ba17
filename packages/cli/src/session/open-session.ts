import { resolve } from 'node:path';
import {
  createFsStore,
  createSpillway,
  defaultScope,
  defaultStoreDirectory,
  type NextCall,
  type Spillway,
  type Store,
} from '@spillway/core';
import type { CommandCall } from '../command.ts';
import { type LoadedSettings, loadSettings, STORE_VARIABLE } from '../settings/load-settings.ts';
import { findCommandWords } from '../shell/command-word.ts';
import { formatShellCall } from '../shell/format-call.ts';
import { UsageError } from '../usage-error.ts';

/** What a command works with: the limits, the store, the scope, and the boundary over them. */
export interface Session extends LoadedSettings {
  readonly spillway: Spillway;
  readonly store: Store;
  readonly storeDir: string;
  readonly scope: string;
  /** Makes a call on a stored result, or on the file with this absolute path, ready to be run. */
  readonly toNext: (call: NextCall, file?: string) => NextCommand;
}

/** A call, and the command that makes it from any directory. */
export interface NextCommand extends NextCall {
  readonly command: string;
}

/** How the calls in notices are written: as shell commands, or as calls of the reader tools. */
export interface SessionOptions {
  readonly calls: 'shell' | 'tools';
}

/** What reads on a shell, in the place of tools. */
const COMMANDS = { readResult: 'read', grepResult: 'grep' };

/**
 * Opens what a command works with, from its flags and the environment.
 *
 * Contract: touches no file but settings files; the store makes its folder when something is first kept.
 * @throws SpillwayError `setting-invalid`; UsageError for a scope that is empty or has control characters.
 */
export async function openSession(
  call: CommandCall,
  sessionOptions: SessionOptions = { calls: 'shell' },
): Promise<Session> {
  const { io, options } = call;
  const { settings, explicit } = await loadSettings(call.limits, options.config, io);
  // A printed command must also work where the variable is not set, so its folder is not the usual one.
  const usual = defaultStoreDirectory({ env: { ...io.env, [STORE_VARIABLE]: undefined } });
  const storeDir = resolve(io.cwd, options.store ?? nonBlank(io.env[STORE_VARIABLE]) ?? usual);
  const scope = checkScope(options.scope ?? defaultScope({ cwd: io.cwd, env: io.env }));
  const { storeBytes, processStoreBytes, ttlMs } = settings;
  const store = createFsStore({ directory: storeDir, storeBytes, processStoreBytes, ttlMs });
  const words = findCommandWords({ script: io.script, execPath: process.execPath, path: io.env.PATH });
  const target = {
    words,
    scope,
    ...(storeDir !== usual && { storeDir }),
    ...(call.limits.maxResultBytes !== undefined && { maxResultBytes: settings.maxResultBytes }),
  };
  const toNext = (next: NextCall, file?: string): NextCommand =>
    file === undefined
      ? { ...next, command: formatShellCall(next, target) }
      : {
          tool: next.tool,
          arguments: { file, ...next.arguments },
          command: formatShellCall(next, { ...target, file }),
        };
  const spillway = createSpillway({
    settings,
    store,
    scope,
    includeKeys: options.includeKeys === true,
    ...(sessionOptions.calls === 'shell' && { readers: COMMANDS, formatCall: (next) => toNext(next).command }),
  });
  return { settings, explicit, spillway, store, storeDir, scope, toNext };
}

/** A blank variable is none. */
function nonBlank(value: string | undefined): string | undefined {
  return value?.trim() ? value.trim() : undefined;
}

function checkScope(scope: string): string {
  if (scope === '' || /[\u0000-\u001f\u007f]/.test(scope)) {
    throw new UsageError('a scope is a name of printable characters: set --scope, or unset SPILLWAY_SCOPE');
  }
  return scope;
}
