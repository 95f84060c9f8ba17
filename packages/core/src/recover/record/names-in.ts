import { readdir } from 'node:fs/promises';
import { isMissing } from '../../system/errno.ts';

/** Lists the names in a folder. A folder that is missing has none. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}
