/** The lines of a log that no page of a few kilobytes shows whole; line 3,211 is the only ERROR. */
export const sampleLog: string = Array.from({ length: 5_000 }, (_, i) =>
  i === 3_210 ? 'ERROR [pay] ledger $& mismatch' : `INFO served id=${10_000 + i} took=${i % 97}ms`,
).join('\n');

export const sampleLogBytes = 154_480;
