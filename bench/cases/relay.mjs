import { timesAsLong } from '../lib/measure.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { startRelayed, startWrapped } from '../lib/wrapped.mjs';

const smallCalls = 100;

/** @typedef {import('../lib/stdio-client.mjs').StdioClient} StdioClient */

/**
 * @param {StdioClient} client
 * @param {{ mebibytes: number, mark: string }} input
 */
const callLarge = (client, input) => client.request('tools/call', { name: 'large', arguments: input });

/** @param {StdioClient} client */
async function callSmall(client) {
  for (let call = 0; call < smallCalls; call += 1) await client.request('tools/call', { name: 'small', arguments: {} });
}

/** @type {import('../lib/row.mjs').Case} */
export const relayCase = {
  name: 'relay',
  title: 'One call through `spillway wrap`, against a relay that only joins pipes',
  reads:
    'Time as a multiple of the relay, from sending the request to having the parsed answer; small calls after 2,000 of them, when both are compiled. A result over the budget is parsed, described, hashed and stored before its notice goes down.',
  run: () =>
    withScratch(async (folder) => {
      const wrapped = await startWrapped(folder);
      const relayed = await startRelayed();
      try {
        const small = await timesAsLong({
          rounds: 15,
          warmups: 20,
          prepare: () => undefined,
          subject: () => callSmall(wrapped),
          baseline: () => callSmall(relayed),
        });
        const large = await timesAsLong({
          rounds: 9,
          warmups: 2,
          prepare: (round) => ({ mebibytes: 30, mark: `round ${round}` }),
          subject: (input) => callLarge(wrapped, input),
          baseline: (input) => callLarge(relayed, input),
        });
        return [
          { name: 'a small call', value: small, must: { atMost: 1.5 } },
          { name: 'a 30 MB result', value: large, must: { atMost: 1.5 } },
        ];
      } finally {
        await wrapped.close();
        await relayed.close();
      }
    }),
};
