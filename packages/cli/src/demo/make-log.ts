/** A log made for the demo, and what is true of it. */
export interface DemoLog {
  readonly text: string;
  readonly lineCount: number;
  /** The only line with the word ERROR. */
  readonly errorLine: string;
  /** The search term and the whole line of one request among thousands like it. */
  readonly request: { readonly term: string; readonly line: string };
  /** A search term that looks like the others and stands in no line. */
  readonly absentTerm: string;
}

const LINE_COUNT = 20_000;
const ERROR_LINE = 13_338;
const REQUEST_LINE = 7_431;
const FIRST_ID = 100_000;
const SLOW_EVERY = 25;
const COLD_EVERY = 125;
const START = Date.UTC(2026, 10, 30);

/**
 * Makes a log of a web service: thousands of served requests, some slow queries, one error in the middle.
 *
 * Contract: the same text at each call, 20,000 lines of ASCII, about 1.4 MB. Request ids rise by one a line and leave
 * gaps where a line is no request.
 */
export function makeDemoLog(): DemoLog {
  const random = createRandom(20_261_130);
  const lines: string[] = [];
  for (let number = 1; number <= LINE_COUNT; number += 1) {
    const at = new Date(START + number * 986).toISOString().replace(/\.\d+/, '');
    lines.push(`${at} ${messageOf(number, random)}`);
  }
  const lineAt = (number: number): string => lines[number - 1] ?? '';
  return {
    text: `${lines.join('\n')}\n`,
    lineCount: LINE_COUNT,
    errorLine: lineAt(ERROR_LINE),
    request: { term: `id=${FIRST_ID + REQUEST_LINE}`, line: lineAt(REQUEST_LINE) },
    absentTerm: `id=${FIRST_ID + ERROR_LINE}`,
  };
}

function messageOf(number: number, random: (below: number) => number): string {
  if (number === ERROR_LINE) return 'ERROR [payments] checksum mismatch for ledger shard 42 (txn 9f31c0)';
  if (number === ERROR_LINE + 1) return 'INFO [payments] falling back to replica pg-3';
  const worker = random(16);
  if (number % SLOW_EVERY === 16) return `WARN [w${worker}] slow query ${500 + random(3000)}ms on orders`;
  if (number % COLD_EVERY === 42) return `WARN [w${worker}] cache hit rate ${30 + random(50)}% on sessions`;
  return `INFO [w${worker}] served id=${FIRST_ID + number} status=200 took=${random(300)}ms`;
}

/** A linear congruential generator (constants of Numerical Recipes): equal on every machine. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
