/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/**
 * Times one piece of work in milliseconds.
 *
 * @param {() => unknown} work
 */
async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Tells how long `subject` takes as a multiple of `baseline`: the median over rounds in which both run once, in turns,
 * so that a slow moment of the machine meets both. `prepare` makes what both are given in a round, outside of the time:
 * content that was stored once would be found again.
 *
 * @template T
 * @param {object} options
 * @param {number} options.rounds
 * @param {number} [options.warmups]
 * @param {(round: number) => T | Promise<T>} options.prepare
 * @param {(input: T) => unknown} options.subject
 * @param {(input: T) => unknown} options.baseline
 */
export async function timesAsLong({ rounds, warmups = 1, prepare, subject, baseline }) {
  /** @type {number[]} */
  const ratios = [];
  for (let round = 0; round < warmups + rounds; round += 1) {
    const input = await prepare(round);
    const subjectFirst = round % 2 === 0;
    const first = await timeOf(() => (subjectFirst ? subject(input) : baseline(input)));
    const second = await timeOf(() => (subjectFirst ? baseline(input) : subject(input)));
    if (round >= warmups) ratios.push(subjectFirst ? first / second : second / first);
  }
  return median(ratios);
}
