import type { TextEncoding } from '../../bytes/byte-source.ts';
import { legacyCodec, legacyEncodings } from '../../bytes/legacy-codec.ts';
import type { TextCodec } from '../../bytes/text-codec.ts';
import { SpillwayError } from '../../errors.ts';
import type { ReadTarget } from './target.ts';

/** How bytes are to be read; see `ReadTarget`. */
export interface NamedEncoding {
  readonly encoding: TextEncoding;
  readonly codec?: TextCodec;
}

const own: Readonly<Record<string, TextEncoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  ascii: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  utf16le: 'utf-16le',
  ucs2: 'utf-16le',
  'utf-16be': 'utf-16be',
  utf16be: 'utf-16be',
  binary: 'binary',
};

/**
 * Finds what an encoding argument names: UTF-8, UTF-16, `binary` for a hex dump, or an old encoding by its label.
 *
 * @throws SpillwayError `encoding-unsupported`, naming those that there are.
 */
export function namedEncoding(label: string): NamedEncoding {
  const encoding = own[label.trim().toLowerCase()];
  if (encoding !== undefined) return { encoding };
  const codec = legacyCodec(label);
  if (codec !== undefined) return { encoding: 'utf-8', codec };
  const known = ['utf-8', 'utf-16le', 'utf-16be', 'binary', ...legacyEncodings].join(', ');
  throw new SpillwayError({
    code: 'encoding-unsupported',
    message: `the encoding ${JSON.stringify(label.slice(0, 40).toWellFormed())} is not read here; there are: ${known}`,
  });
}

/** Reads a target in another encoding than the one it was taken for. Contract: what is known of other lines is left out. */
export function targetIn(target: ReadTarget, named: NamedEncoding): ReadTarget {
  if (target.encoding === named.encoding) return { ...target, ...named };
  const { lineIndex: _, lineCount: __, scanLines: ___, ...rest } = target;
  return { ...rest, ...named };
}
