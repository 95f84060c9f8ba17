import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SpillwayError } from '../../src/errors.ts';
import { refuseKeyFile } from '../../src/guard/key-file.ts';
import type { KeyName } from '../../src/guard/key-path.ts';
import { createMemorySource } from '../../src/read/source/memory-source.ts';
import { base64Of, madePem, pems, publicPem } from './support/keys.ts';

const der = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' });

async function outcome(content: string | Uint8Array, name: KeyName | undefined = 'usual'): Promise<string> {
  const source = createMemorySource(typeof content === 'string' ? Buffer.from(content) : content);
  try {
    await refuseKeyFile({ ...source, close: async () => undefined }, name, 'logs/server.key');
    return 'served';
  } catch (error) {
    if (!SpillwayError.isInstance(error)) throw error;
    return error.code;
  }
}

describe('refuseKeyFile', () => {
  it.each([
    ['DER', der],
    ['raw bytes', Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index * 7))],
    ['base64 without armor', base64Of('bare', 300).replaceAll(/.{64}/g, '$&\n')],
    ['one line of hexadecimal', Buffer.from(base64Of('hex', 30)).toString('hex')],
    ['an encrypted PEM', pems['RSA, PKCS #8, encrypted'] as string],
    ['a private key behind a certificate', madePem('CERTIFICATE', 1_500) + (pems['EC, SEC 1'] as string)],
    ['OpenSSH', madePem('OPENSSH PRIVATE KEY', 500)],
    ['UTF-16', Buffer.from(pems['RSA, PKCS #1'] as string, 'utf16le')],
    [
      'PuTTY',
      `PuTTY-User-Key-File-2: ssh-ed25519\nPrivate-Lines: 3\n${base64Of('ppk', 180).replaceAll(/.{64}/g, '$&\n')}\n`,
    ],
  ])('refuses %s', async (_, content) => {
    expect(await outcome(content)).toBe('key-refused');
  });

  it.each([
    ['certificates', madePem('CERTIFICATE', 1_500) + madePem('CERTIFICATE', 1_700, 'another')],
    ['a public key', publicPem.replaceAll('\n', '\r\n')],
    ['a public key of OpenSSH', `ssh-ed25519 AAAA${base64Of('ssh', 64)} ada@example`],
    ['a list of translations', 'greeting.hello=Hallo\ngreeting.bye=Tschüss\n'],
    ['one short word', 'secret'],
    ['nothing', ''],
  ])('serves %s', async (_, content) => {
    expect(await outcome(content)).toBe('served');
  });

  it('serves a text whose first mebibyte ends within a character', async () => {
    expect(await outcome(`a${'ä '.repeat(600_000)}`)).toBe('served');
  });

  it('refuses what is configured whatever it holds, and looks at nothing without a name', async () => {
    expect(await outcome('greeting=Hallo', 'configured')).toBe('key-refused');
    const unreadable = { byteLength: 9, read: () => Promise.reject(new Error('read')), close: async () => undefined };
    await expect(refuseKeyFile(unreadable, undefined, 'app.log')).resolves.toBeUndefined();
  });
});
