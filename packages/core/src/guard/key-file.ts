import type { ByteSource } from '../bytes/byte-source.ts';
import { createGuardedSource } from './guarded-source.ts';
import { keyNamed } from './key-errors.ts';
import type { KeyName } from './key-path.ts';

const headBytes = 1_048_576;
const privateArmor = /-----? ?BEGIN [^-\n]{0,64}PRIVATE KEY/u;
/** What keys are written in, without blanks. */
const keyWord = /^[A-Za-z0-9+/_=-]+$/u;
const minKeyChars = 32;
/** What text does not have. */
const noText = /[\0-\x08\x0e-\x1a\x1c-\x1f]/u;

/**
 * Refuses an open file that is a private key by its name, unless its content is plainly none.
 *
 * Contract: a name that was configured is refused whatever the file holds. Under a usual one text in UTF-8 is served
 * that has no private key in it, nor is one run of base64 or hexadecimal: certificates, public keys, a list of words. Of
 * a large file its first MiB decides; the readers mask what keys come later.
 * @throws SpillwayError `key-refused`, which names the file as `shown`.
 */
export async function refuseKeyFile(file: ByteSource, name: KeyName | undefined, shown: string): Promise<void> {
  if (name === undefined) return;
  if (name === 'configured' || !(await isPlainlyPublic(file))) throw keyNamed(shown, name);
}

async function isPlainlyPublic(file: ByteSource): Promise<boolean> {
  const head = await file.read(0, Math.min(file.byteLength, headBytes));
  const text = decode(head);
  if (text === undefined || noText.test(text) || privateArmor.test(text) || isBareKey(text)) return false;
  return (await createGuardedSource(file, 'redact').withheldIn(0, head.length)) === 0;
}

function decode(head: Uint8Array): string | undefined {
  try {
    // The last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/** Lines as long as a key's, and of nothing but what keys are written in; the last may be short. */
function isBareKey(text: string): boolean {
  const words = text.trim().split(/\s+/u);
  const full = words.length > 1 ? words.slice(0, -1) : words;
  return words.every((word) => keyWord.test(word)) && full.every((word) => word.length >= minKeyChars);
}
