import { runWithPeers } from '../lib/peers.mjs';
import { withScratch } from '../lib/scratch.mjs';

/** @type {import('../lib/row.mjs').Case} */
export const peersCase = {
  name: 'peers',
  title: "Bounding a log, against other agents' own functions on the same string",
  reads:
    'Time as a multiple of theirs, all under Node 24, without fsync. `truncateHead` keeps nothing; the other two write the text to a file; none of them hashes, indexes lines, describes, or measures what is sent.',
  run: () => withScratch(async (folder) => runWithPeers('compare.mjs', [folder])),
};
