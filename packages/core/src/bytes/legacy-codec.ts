import type { TextCodec } from './text-codec.ts';

/** One byte a character. */
const single: readonly string[] = [
  'ibm866',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'x-mac-cyrillic',
];

/** Several bytes a character, none of them a line feed but the line feed. */
const multiple: readonly string[] = ['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'shift_jis'];

/** What Windows calls them, where the Encoding Standard has no such label. */
const aliases: Readonly<Record<string, string>> = { cp932: 'shift_jis', cp936: 'gbk', cp949: 'euc-kr', cp950: 'big5' };

/** The old encodings that can be read when they are named. */
export const legacyEncodings: readonly string[] = [...single, ...multiple];

/** Bytes below this one are no second, third or fourth byte in any of them: a character begins there, and one behind. */
const firstTrailByte = 0x30;

/** What windows-1252 has from 0x80 to 0x9F; some decoders read it as ISO 8859-1, which has control characters there. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Returns the codec of an old encoding by any label of the Encoding Standard, such as `latin1`, `sjis` or `cp1251`.
 *
 * Contract: undefined for a label that is unknown, and for those whose line feeds are not the byte 0x0A alone.
 */
export function legacyCodec(label: string): TextCodec | undefined {
  const name = canonicalName(label);
  if (name === undefined || !legacyEncodings.includes(name)) return undefined;
  const isSingle = single.includes(name);
  const decode = (bytes: Uint8Array): string => {
    const text = new TextDecoder(name, { ignoreBOM: true }).decode(bytes);
    return name === 'windows-1252' ? text.replace(/[\u0080-\u009f]/g, toWindows1252) : text;
  };
  return {
    name,
    decode(bytes) {
      const text = decode(bytes);
      return { text, replacements: text.split('\ufffd').length - 1 };
    },
    toByteMap: (bytes) => {
      const edges = isSingle ? undefined : edgesByUnit(bytes, name);
      return (index) => edges?.[Math.min(index, edges.length - 1)] ?? index;
    },
    floor: (bytes, at) => (isSingle ? at : floorMultiple(bytes, at, name)),
  };
}

function canonicalName(label: string): string | undefined {
  const plain = label.trim().toLowerCase();
  try {
    return new TextDecoder(aliases[plain] ?? plain).encoding;
  } catch {
    return undefined;
  }
}

function toWindows1252(char: string): string {
  return windows1252[char.charCodeAt(0) - 0x80] ?? char;
}

/** For each UTF-16 unit of the text, and its end, the byte where its character begins. */
function edgesByUnit(bytes: Uint8Array, name: string): number[] {
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  const edges: number[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    const { length } = decoder.decode(bytes.subarray(at, at + 1), { stream: true });
    for (let unit = 0; unit < length; unit++) edges.push(start);
    if (length > 0) start = at + 1;
  }
  const rest = decoder.decode().length;
  for (let unit = 0; unit < rest; unit++) edges.push(start);
  edges.push(bytes.length);
  return edges;
}

function floorMultiple(bytes: Uint8Array, at: number, name: string): number {
  if (at >= bytes.length) return bytes.length;
  let from = at;
  while (from > 0 && (bytes[from - 1] as number) >= firstTrailByte) from--;
  const edges = edgesByUnit(bytes.subarray(from, at + 4), name);
  return from + (edges.findLast((edge) => from + edge <= at) ?? 0);
}
