/** What tells one state of a file from another. */
export interface FileState {
  /** As answers show it, so that one file has one name. */
  readonly shown: string;
  readonly dev: bigint | number;
  readonly ino: bigint | number;
  readonly mtimeNs: bigint;
  readonly byteLength: number;
}

/** Takes the state of a file from what the system said of it when it was open. */
export function toFileState(
  shown: string,
  { dev, ino, mtimeNs }: Pick<FileState, 'dev' | 'ino' | 'mtimeNs'>,
  byteLength: number | bigint,
): FileState {
  return { shown, dev, ino, mtimeNs, byteLength: Number(byteLength) };
}

/** Tells whether a file is the same one with the same content, whatever it is called. */
export function isSameState(one: FileState, other: FileState): boolean {
  return (
    one.dev === other.dev &&
    one.ino === other.ino &&
    one.mtimeNs === other.mtimeNs &&
    one.byteLength === other.byteLength
  );
}
