import { toExitCode } from '@spillway/gateway';
import { type CommandSpec, defineCommand } from '../command.ts';
import { openSession } from '../session/open-session.ts';
import { choiceOfTools } from '../tools/choice-of-tools.ts';
import { allowFlag, openTools } from '../tools/open-tools.ts';
import { readRootSpecs, toAbsolute } from '../tools/root-specs.ts';
import { readVersion } from '../version.ts';

const CLIENT_LIMITS = ['maxResultBytes', 'maxTurnBytes', 'maxFrameBytes'] as const;

interface ToolsOptions {
  readonly root?: readonly string[];
  readonly allowSensitiveRoot?: boolean;
  readonly keyPath?: readonly string[];
  readonly only?: string;
  readonly readOnly?: boolean;
  readonly skills?: string;
}

/** Serves tools over named folders to an MCP client. */
export const toolsCommand: CommandSpec = defineCommand<ToolsOptions>({
  name: 'tools',
  summary: 'Serve tools for files, logs and commands as an MCP server.',
  operands: [],
  options: [
    {
      flags: '--root <name=path...>',
      description: 'Folders to look into, each under a name; default: the working directory.',
    },
    { flags: allowFlag, description: 'Take a root that is or contains the home folder or keys in it.' },
    {
      flags: '--key-path <glob...>',
      description: 'Names of files that are not read, besides those of private keys: "vault/", "*.jks", "!ca.key".',
    },
    { flags: '--only <names>', description: 'Only these tools, such as read_file,grep_files.' },
    { flags: '--read-only', description: 'Only tools that read: none that writes files or runs commands.' },
    { flags: '--skills <folder>', description: 'A folder of documents (skills) that are read by name, by read_skill.' },
  ],
  limits: [
    ...CLIENT_LIMITS,
    'previewBytes',
    'captureBytes',
    'commandTimeoutMs',
    'storeBytes',
    'processStoreBytes',
    'ttlMs',
  ],
  notes: `Speaks MCP on standard input and output. read_result and grep_result are always there. The budget is the one of the
client that connects, unless a limit is set here. run_command is not confined to the roots.

Exit code: 0 when the client has gone; 128 and the signal's number when one ended it.

Examples:
  spillway tools --root logs=/var/log --root app=/srv/app --read-only
  claude mcp add logs -- spillway tools --root logs=/var/log`,
  async run(call) {
    const { io, options } = call;
    const session = await openSession(call, { calls: 'tools' });
    const { settings, explicit } = session;
    const base = { cwd: io.cwd, home: io.env.HOME };
    const skills = options.skills === undefined ? undefined : toAbsolute(options.skills, base);
    const tools = openTools(session, {
      roots: readRootSpecs(options.root ?? [], base),
      skills,
      only: choiceOfTools({
        only: options.only,
        readOnly: options.readOnly === true,
        hasSkills: skills !== undefined,
      }),
      allowSensitive: options.allowSensitiveRoot === true,
      keyPaths: options.keyPath ?? [],
    });
    // Only this command speaks the protocol itself, and the library for it takes its time to load.
    const { serveTools } = await import('@spillway/gateway/serve');
    const status = await serveTools({
      ...tools,
      boundary: session.spillway,
      limits: settings,
      configured: CLIENT_LIMITS.filter((name) => explicit.has(name)),
      identity: { name: 'spillway', version: readVersion() },
      stdin: io.stdin,
      stdout: io.stdout,
      stderr: io.stderr,
    });
    return toExitCode(status);
  },
});
