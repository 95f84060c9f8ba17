import { isUtf8 } from 'node:buffer';

/**
 * A path whose characters are its bytes, one each, so that any name keeps its bytes and `<` compares bytewise.
 *
 * Contract: relative to a root, slashes between its parts, empty for the root itself.
 */
export type BytePath = string;

const ascii = /^[\x00-\x7f]*$/;

/** Turns bytes-as-characters into text. Contract: undefined where they are no UTF-8. */
export function toText(path: BytePath): string | undefined {
  if (ascii.test(path)) return path;
  const bytes = Buffer.from(path, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Turns a path of the system into bytes-as-characters, slashes between its parts. */
export function toBytePath(path: string | Uint8Array): BytePath {
  const bytes = typeof path === 'string' ? Buffer.from(path) : Buffer.from(path.buffer, path.byteOffset, path.length);
  const text = bytes.toString('latin1');
  return process.platform === 'win32' ? text.replaceAll('\\', '/') : text;
}

/** Joins two of them; either may be empty. */
export function joinBytePaths(folder: BytePath, name: BytePath): BytePath {
  return folder === '' || name === '' ? folder + name : `${folder}/${name}`;
}

/** Turns a path into what the system takes: text where it can be. */
export function toSystemPath(path: BytePath): string | Buffer {
  return toText(path) ?? Buffer.from(path, 'latin1');
}
