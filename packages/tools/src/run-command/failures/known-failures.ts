/** A way in which commands fail that says little by itself, and what its reader has to know. */
export interface KnownFailure {
  readonly name: string;
  /** What standard error says; without it any text will do. The group `what` is quoted in the place of `%`. */
  readonly says?: RegExp;
  /** How the command ended; absent: in any way but exit code 0. `any` counts success too. */
  readonly exitCodes?: readonly number[] | 'any';
  readonly cause: string;
  readonly instead: string;
}

/** The known failures, most telling first; the first one that fits is told. */
export const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    name: 'unbalanced quote',
    says: /unexpected EOF while looking for matching [`'"](?<what>..?)'|Unterminated quoted string|unmatched ["'`]/,
    cause: 'a quote or bracket in the command line is never closed, so the shell ran nothing of the line that holds it',
    instead: 'close it; a long or quoted text goes better into stdin, or as an item of argv, which no shell reads',
  },
  {
    name: 'cut heredoc',
    says: /here-document (?:at line \d+ )?delimited by end-of-file \(wanted [`'](?<what>[^'\n]{1,80})'\)/,
    exitCodes: 'any',
    cause: 'the here-document has no closing line %, so all that follows it was taken for its text',
    instead: 'put the closing word on a line of its own with nothing before or after it, or send the text as stdin',
  },
  {
    name: 'syntax error',
    says: /syntax error:? (?:near )?(?<what>unexpected [^\n]{1,60})|Syntax error: (?<what2>[^\n]{1,80})/,
    cause: 'the shell could not read the command line (%), and ran nothing of the line that holds it',
    instead: 'mend the line at that place',
  },
  {
    name: 'curl 23',
    says: /curl: \(23\)/,
    exitCodes: [23],
    cause:
      'curl could not write what it got: the program that it was piped into had stopped reading, or the file cannot be written. The server is not at fault',
    instead: 'leave out head and the like, as an answer is bounded anyway, or save with curl -o FILE and read that',
  },
  {
    name: 'argument list too long',
    says: /Argument list too long|E2BIG/,
    cause: 'a pattern or substitution made more arguments than the system takes',
    instead: 'pass them in portions: find … -exec COMMAND {} +, or … | xargs COMMAND; send a long text as stdin',
  },
  {
    name: 'command not found',
    says: /(?:^|[\s:])(?<what>[^\s:]{1,80}): (?:command )?not found/m,
    exitCodes: [127],
    cause: 'no program % is on the PATH of this command',
    instead: 'look for it with command -v or type -a, name it by its path, or use another program',
  },
  {
    name: 'not executable',
    says: /(?<what>[^\s:]{1,200}): Permission denied/,
    exitCodes: [126],
    cause: '% is there but may not be executed',
    instead: 'run it with its interpreter, such as sh FILE or node FILE',
  },
  {
    name: 'sandbox denial',
    says: /bwrap: |sandbox-exec: |\bseccomp\b|Bad system call|Operation not permitted|Read-only file system/,
    cause:
      'the system or a sandbox around this process refused what the command tried; another spelling of it is refused as well',
    instead: 'work in a folder that may be written, or report what is refused and ask the user',
  },
  {
    name: 'no terminal',
    says: /not a (?:tty|terminal)|a terminal is required|a password is required|Inappropriate ioctl for device|could not read (?:Username|Password)|terminal prompts disabled/i,
    cause: 'the command asks somebody at a terminal, and there is none',
    instead: 'use its option that asks nothing (such as -y, --yes, --batch), or give the answer as stdin',
  },
  {
    name: 'disk full',
    says: /No space left on device|Disk quota exceeded/,
    cause: 'the disk, or the share of it that this user may fill, is full',
    instead: 'free space or write elsewhere, then go on',
  },
  {
    name: 'broken pipe',
    says: /Broken pipe|EPIPE|SIGPIPE/,
    cause:
      'a program in the line had stopped reading (head and the like do), so the one before it could write no more; what it had to say is cut, and need not have failed',
    instead: 'leave out head, as an answer is bounded anyway',
  },
  {
    name: 'ended by a closed pipe',
    exitCodes: [141],
    cause:
      'a program in the line had stopped reading (head and the like do), so the one before it was ended by SIGPIPE; that is no failure of its own',
    instead: 'leave out head, as an answer is bounded anyway',
  },
  {
    name: 'killed',
    exitCodes: [137],
    cause: 'something outside killed the command, most likely because memory ran out',
    instead: 'make it take less memory, such as a smaller part of the input or fewer jobs at once',
  },
];
