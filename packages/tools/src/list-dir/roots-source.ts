import { digestName } from '@spillway/core';
import type { Roots } from '../roots/roots.ts';
import type { ListSource } from './answer-listing.ts';
import { compareEntries } from './list-entry.ts';

/** Lists the roots themselves by their names. */
export function rootsSource(roots: Roots): ListSource {
  const all = roots.all.map(({ name }) => ({ key: Buffer.from(name), isUnreadable: false })).sort(compareEntries);
  return {
    identity: 'roots',
    async window(digests) {
      const skipped = all.findIndex(({ key }) => digestName(key) === digests[0]) + 1;
      return { entries: all.slice(skipped), skipped, total: all.length, unreadable: 0 };
    },
    look: async () => ({ kind: 'directory' }),
  };
}
