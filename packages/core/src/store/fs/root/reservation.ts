import { crc32 } from 'node:zlib';

/** Bytes of a reservation file: small and always as many, so that it is overwritten in one piece. */
export const reservationBytes = 24;

/** Writes how many bytes a session may use. */
export function formatReservation(bytes: number): Buffer {
  const digits = String(bytes).padStart(16, '0');
  return Buffer.from(`${digits}${checkOf(digits)}`);
}

/** Reads a reservation, or nothing when it was caught half written. */
export function parseReservation(text: string): number | undefined {
  const digits = text.slice(0, 16);
  return /^\d{16}$/.test(digits) && text.slice(16) === checkOf(digits) ? Number(digits) : undefined;
}

function checkOf(digits: string): string {
  return crc32(digits).toString(16).padStart(8, '0');
}
