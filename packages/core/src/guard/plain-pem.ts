const armorLine = /^[ \t]*-{4,5} ?BEGIN ([^-\n]{1,64}?) ?-{4,5}[ \t\r]*$/gmu;

/**
 * Tells whether a file with a key's name shows by its content what may be served of it.
 *
 * Contract: true for text with at least one PEM block: certificates and public keys are served, and the scanner
 * withholds the bodies of private ones. False for anything else (DER, raw key bytes, text without armor), which the
 * scanner does not know: there the name decides. Look at the whole of a file up to 1 MiB, at its first MiB otherwise.
 */
export function isPlainPem(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').search(armorLine) >= 0;
}
