/** What is said of a result or an error that could not be bounded. */
export interface LastResort {
  /** `tool result` or `error`. */
  readonly what: string;
  readonly producedBytes: number;
  readonly isError: boolean;
}

/** Writes the notice, version 1, for something of which nothing could be kept or shown; see docs/notices.md. */
export function writeLastResort({ what, producedBytes, isError }: LastResort): string {
  const facts = [
    ...(isError ? ['the tool failed, this is its own text'] : []),
    `0 of ${producedBytes.toLocaleString('en-US')} B shown`,
    what,
    'the rest is not kept',
    'not shown is not absent',
  ];
  const reason = 'the gateway could not bound it';
  return [
    `[PARTIAL] ${facts.join(' · ')}`,
    `[recoverable: false] Nothing can read the rest (${reason}): report this to the user and stop.`,
    '[END PARTIAL]',
  ].join('\n');
}
