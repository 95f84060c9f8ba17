import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';

const { privateKey: rsa, publicKey: rsaPublic } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { privateKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { privateKey: ed25519 } = generateKeyPairSync('ed25519');
const { privateKey: dsa } = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 });
const passphrase = { cipher: 'aes-256-cbc', passphrase: 'of a test' };

export const publicPem: string = rsaPublic.export({ type: 'spki', format: 'pem' }).toString();
export const keyObjects: Readonly<Record<'rsa' | 'ec' | 'ed25519', KeyObject>> = { rsa, ec, ed25519 };

/** Private keys of this run, in every PEM form that Node writes. */
export const pems: Readonly<Record<string, string>> = {
  'RSA, PKCS #1': rsa.export({ type: 'pkcs1', format: 'pem' }).toString(),
  'RSA, PKCS #8': rsa.export({ type: 'pkcs8', format: 'pem' }).toString(),
  'RSA, PKCS #1, encrypted': rsa.export({ type: 'pkcs1', format: 'pem', ...passphrase }).toString(),
  'RSA, PKCS #8, encrypted': rsa.export({ type: 'pkcs8', format: 'pem', ...passphrase }).toString(),
  'EC, SEC 1': ec.export({ type: 'sec1', format: 'pem' }).toString(),
  'EC, PKCS #8': ec.export({ type: 'pkcs8', format: 'pem' }).toString(),
  'Ed25519, PKCS #8': ed25519.export({ type: 'pkcs8', format: 'pem' }).toString(),
  'DSA, PKCS #8': dsa.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

/** Base64 that is no key's, of so many characters. */
export function base64Of(seed: string, chars: number): string {
  let text = '';
  for (let part = 0; text.length < chars; part++) {
    text += createHash('sha512').update(`${seed} ${part}`).digest('base64').replaceAll('=', '');
  }
  return text.slice(0, chars);
}

/** A PEM of any label, with lines of 64 and a last one that is shorter. */
export function madePem(label: string, bodyChars: number, seed: string = label): string {
  const lines = base64Of(seed, bodyChars).match(/.{1,64}/gu) as string[];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** The lines of a key's body: those that are neither armor, nor a header, nor empty. */
export function bodyLines(pem: string): string[] {
  return pem.split('\n').filter((line) => line !== '' && !line.startsWith('----') && !line.includes(': '));
}

/** A key as it may be shown: each line of its body masked in its own length. */
export function maskedPem(pem: string): string {
  const body = new Set(bodyLines(pem));
  return pem
    .split('\n')
    .map((line) => (body.has(line) ? maskOf(line.length) : line))
    .join('\n');
}

export function maskOf(length: number): string {
  return '[key withheld]'.padEnd(length, ' ').slice(0, length);
}
