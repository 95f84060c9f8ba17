/** The three words of JSON, and the numbers that it lacks but that some programs write all the same. */
export const words: readonly string[] = ['true', 'false', 'null', 'NaN', 'Infinity', '-Infinity'];

export const falseWord: number = words.indexOf('false');
/** Words after this one are no JSON. */
export const nullWord: number = words.indexOf('null');
export const minusInfinityWord: number = words.indexOf('-Infinity');

/** Each word as bytes. */
export const wordBytes: readonly Uint8Array[] = words.map((word) => new TextEncoder().encode(word));

/** The word that a byte begins. */
export const wordOfByte: Uint8Array = new Uint8Array(256);
for (const [index, bytes] of wordBytes.entries()) wordOfByte[bytes[0] as number] = index;

/** The last four bytes of the words of JSON, as one number each. */
export const wordEnds: Int32Array = Int32Array.from(wordBytes.slice(0, nullWord + 1), (bytes) =>
  new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getInt32(0),
);
