import { plural } from '../bytes/count-words.ts';
import { SpillwayError } from '../errors.ts';
import type { KeyName } from './key-path.ts';

/** The error of a policy that shows nothing of what holds a key. */
export function keyRefused(withheldBytes: number): SpillwayError {
  const bytes = plural(withheldBytes, 'byte');
  return new SpillwayError({
    code: 'key-refused',
    message: `holds ${bytes} of a private key, and keyPolicy is refuse`,
    modelText: `it holds ${bytes} of a private key, and keyPolicy is refuse`,
    facts: { withheldBytes },
  });
}

/** The error of a part of which cannot be told, without reading all before it, whether it belongs to a key. */
export function keyUndecided(offset: number): SpillwayError {
  return new SpillwayError({
    code: 'key-undecided',
    message:
      `all that stands before byte ${offset} looks like the body of a private key, as far back as was looked, so it cannot ` +
      'be told whether this does; storing the file first scans it whole: spillway exec -- cat FILE',
    modelText:
      `Everything before byte ${offset} looks like the body of a private key, as far back as was looked, so this part ` +
      'cannot be shown. To read it, store the file first, which scans it whole: have its content printed by a command ' +
      'whose result is kept, and read the handle.',
    facts: { offset },
  });
}

/** The error of a file whose name says that it is a private key. */
export function keyNamed(shown: string, name: KeyName): SpillwayError {
  const why =
    name === 'usual' ? 'has the name of a private key, and is not plainly something else' : 'is named as a key';
  return new SpillwayError({
    code: 'key-refused',
    message: `${shown} ${why}; --include-keys (includeKeys) shows it`,
    modelText: `${shown} ${why}. It is not read here. Work on without it.`,
    facts: { name },
  });
}
