/** Refuses positions that no byte source has. @throws TypeError unless both are whole numbers of at least 0. */
export function assertReadRange(offset: number, byteLength: number): void {
  if (isCount(offset) && isCount(byteLength)) return;
  throw new TypeError(`read takes whole numbers of at least 0, not ${offset} and ${byteLength}`);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
