import { describe, expect, it } from 'vitest';
import { isKeyPath } from '../../src/guard/key-path.ts';
import { isPlainPem } from '../../src/guard/plain-pem.ts';
import { madePem, publicPem } from './support/keys.ts';

describe('isKeyPath', () => {
  it.each([
    'server.pem',
    'etc/tls/server.key',
    'SERVER.KEY',
    'C:\\keys\\putty.ppk',
    '/home/user/.ssh/id_rsa',
    '/home/user/.ssh/deploy',
    '/home/user/.ssh/old/backup',
    'id_ed25519',
    'deploy/id_work',
  ])('takes %s for a key', (path) => {
    expect(isKeyPath(path)).toBe(true);
  });

  it.each([
    'id_rsa.pub',
    '/home/user/.ssh/id_rsa.pub',
    '/home/user/.ssh/config',
    '/home/user/.ssh/known_hosts',
    '/home/user/.ssh/known_hosts.old',
    '/home/user/.ssh/authorized_keys',
    'id_mapping.csv',
    'src/id_generator.ts',
    'valid_id',
    'keys/index.ts',
    'a.pem.md',
    'ssh/readme.md',
    '.sshrc',
    'pem',
    'monkey',
  ])('leaves %s alone', (path) => {
    expect(isKeyPath(path)).toBe(false);
  });

  it('goes by other rules where some are given, the last that fits', () => {
    const rules = ['secrets/', '*.jks', '!secrets/public/*'];
    expect(isKeyPath('app/secrets/a/b.txt', rules)).toBe(true);
    expect(isKeyPath('store.jks', rules)).toBe(true);
    expect(isKeyPath('app/secrets/public/b.txt', rules)).toBe(false);
    expect(isKeyPath('server.key', rules)).toBe(false);
    expect(isKeyPath('secrets', rules)).toBe(false);
  });
});

describe('isPlainPem', () => {
  it('is true for certificates and keys in PEM, alone or with text before', () => {
    expect(isPlainPem(Buffer.from(madePem('CERTIFICATE', 1_500)))).toBe(true);
    expect(isPlainPem(Buffer.from(publicPem.replaceAll('\n', '\r\n')))).toBe(true);
    expect(isPlainPem(Buffer.from(`Bag Attributes\n    friendlyName: a\n${madePem('PRIVATE KEY', 900)}`))).toBe(true);
  });

  it('is false for what the scanner does not know', () => {
    expect(isPlainPem(Buffer.from([0x30, 0x82, 0x04, 0xa4, 0x02, 0x01, 0x00]))).toBe(false);
    expect(isPlainPem(Buffer.from('c2VjcmV0IHNlY3JldCBzZWNyZXQ='))).toBe(false);
    expect(isPlainPem(Buffer.from(''))).toBe(false);
  });
});
