interface Magic {
  readonly mediaType: string;
  readonly at: number;
  readonly bytes: readonly number[];
  /** A second mark, for containers that name their content later. */
  readonly and?: { readonly at: number; readonly bytes: readonly number[] };
}

const ascii = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0));

/** First bytes of common binary kinds, from their specifications; more particular rows come first. */
const magics: readonly Magic[] = [
  { mediaType: 'image/png', at: 0, bytes: [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a] },
  { mediaType: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { mediaType: 'image/gif', at: 0, bytes: ascii('GIF87a') },
  { mediaType: 'image/gif', at: 0, bytes: ascii('GIF89a') },
  { mediaType: 'image/webp', at: 0, bytes: ascii('RIFF'), and: { at: 8, bytes: ascii('WEBP') } },
  { mediaType: 'audio/wav', at: 0, bytes: ascii('RIFF'), and: { at: 8, bytes: ascii('WAVE') } },
  { mediaType: 'image/avif', at: 4, bytes: ascii('ftypavif') },
  { mediaType: 'image/heic', at: 4, bytes: ascii('ftypheic') },
  { mediaType: 'video/mp4', at: 4, bytes: ascii('ftyp') },
  { mediaType: 'image/tiff', at: 0, bytes: [0x49, 0x49, 0x2a, 0x00] },
  { mediaType: 'image/tiff', at: 0, bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { mediaType: 'image/x-icon', at: 0, bytes: [0, 0, 1, 0] },
  { mediaType: 'application/pdf', at: 0, bytes: ascii('%PDF-') },
  { mediaType: 'application/zip', at: 0, bytes: [0x50, 0x4b, 0x03, 0x04] },
  { mediaType: 'application/zip', at: 0, bytes: [0x50, 0x4b, 0x05, 0x06] },
  { mediaType: 'application/gzip', at: 0, bytes: [0x1f, 0x8b, 0x08] },
  { mediaType: 'application/zstd', at: 0, bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { mediaType: 'application/x-xz', at: 0, bytes: [0xfd, ...ascii('7zXZ'), 0] },
  {
    mediaType: 'application/x-bzip2',
    at: 0,
    bytes: ascii('BZh'),
    and: { at: 4, bytes: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59] },
  },
  { mediaType: 'application/x-7z-compressed', at: 0, bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { mediaType: 'application/x-tar', at: 257, bytes: ascii('ustar') },
  { mediaType: 'application/x-elf', at: 0, bytes: [0x7f, ...ascii('ELF')] },
  { mediaType: 'application/x-mach-binary', at: 0, bytes: [0xcf, 0xfa, 0xed, 0xfe] },
  { mediaType: 'application/java-vm', at: 0, bytes: [0xca, 0xfe, 0xba, 0xbe] },
  { mediaType: 'application/wasm', at: 0, bytes: [0, 0x61, 0x73, 0x6d] },
  { mediaType: 'application/vnd.sqlite3', at: 0, bytes: ascii('SQLite format 3\0') },
  { mediaType: 'application/vnd.apache.parquet', at: 0, bytes: ascii('PAR1') },
  { mediaType: 'audio/mpeg', at: 0, bytes: ascii('ID3') },
  { mediaType: 'audio/ogg', at: 0, bytes: ascii('OggS') },
  { mediaType: 'audio/flac', at: 0, bytes: ascii('fLaC') },
  { mediaType: 'video/webm', at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { mediaType: 'font/woff2', at: 0, bytes: ascii('wOF2') },
];

/**
 * Names the media type of binary content from its first bytes.
 *
 * Contract: looks at up to 262 bytes; returns undefined where no known mark stands, which says nothing of text.
 */
export function detectBinaryMediaType(head: Uint8Array): string | undefined {
  const found = magics.find((magic) => hasBytes(head, magic) && (magic.and === undefined || hasBytes(head, magic.and)));
  return found?.mediaType;
}

function hasBytes(head: Uint8Array, mark: { at: number; bytes: readonly number[] }): boolean {
  return (
    head.length >= mark.at + mark.bytes.length && mark.bytes.every((byte, index) => head[mark.at + index] === byte)
  );
}
