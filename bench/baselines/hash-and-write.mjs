import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/**
 * The least that keeping a result can cost: Node hashing the bytes and writing them to a file, nothing else.
 *
 * @param {string} path
 * @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} chunks
 * @param {{ fsync: boolean }} options
 */
export async function hashAndWrite(path, chunks, { fsync }) {
  const hash = createHash('sha256');
  const file = await open(path, 'w', 0o600);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      await file.write(chunk);
    }
    if (fsync) await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}
