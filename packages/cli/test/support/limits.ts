/** One limit, as docs/limits.md states it. */
export interface StatedLimit {
  readonly flag: string;
  readonly bounds: string;
  readonly byDefault: string;
}

/** Every limit, written down apart from the table that the program is made from. */
export const statedLimits: readonly StatedLimit[] = [
  { flag: '--max-result-bytes', bounds: '1,024 to 1,048,576 bytes', byDefault: '65,536' },
  { flag: '--preview-bytes', bounds: '320 to 1,048,576 bytes', byDefault: '4,096' },
  { flag: '--max-turn-bytes', bounds: '1,024 to 67,108,864 bytes', byDefault: '262,144' },
  { flag: '--max-media-bytes', bounds: '0 to 67,108,864 bytes', byDefault: '1,048,576' },
  { flag: '--max-argument-bytes', bounds: '1,024 to 67,108,864 bytes', byDefault: '16,384' },
  { flag: '--capture-bytes', bounds: '1,024 to 1,099,511,627,776 bytes', byDefault: '8,589,934,592' },
  { flag: '--store-bytes', bounds: '1,048,576 to 1,099,511,627,776 bytes', byDefault: '10,737,418,240' },
  { flag: '--process-store-bytes', bounds: '1,048,576 to 1,099,511,627,776 bytes', byDefault: '2,147,483,648' },
  { flag: '--ttl-ms', bounds: '60,000 to 315,360,000,000 milliseconds', byDefault: '604,800,000' },
  { flag: '--max-frame-bytes', bounds: '1,048,576 to 419,430,400 bytes', byDefault: '268,435,456' },
  { flag: '--command-timeout-ms', bounds: '1 to 3,600,000 milliseconds', byDefault: '120,000' },
];

/** What is no limit, from any source. */
export const wrongValues = ['0', '', 'NaN', '-1', '1e12', '64k', 'Infinity'] as const;

/** The wrong values of one limit: no media at all is a limit like any other. */
export function wrongValuesOf(limit: StatedLimit): string[] {
  return wrongValues.filter((value) => limit.flag !== '--max-media-bytes' || value !== '0');
}

export function variableOf({ flag }: StatedLimit): string {
  return `SPILLWAY_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;
}

export function keyOf({ flag }: StatedLimit): string {
  return flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
