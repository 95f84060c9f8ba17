import { describe, expect, it } from 'vitest';
import { compileKeyPaths } from '../../src/guard/key-path.ts';

const usual = compileKeyPaths();

describe('compileKeyPaths', () => {
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
    expect(usual(path)).toBe('usual');
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
    expect(usual(path)).toBeUndefined();
  });

  it('goes by configured rules behind the usual ones, the last that fits', () => {
    const nameOf = compileKeyPaths(['secrets/', '*.jks', '!secrets/public/*', '!ca.key']);
    expect(nameOf('app/secrets/a/b.txt')).toBe('configured');
    expect(nameOf('store.jks')).toBe('configured');
    expect(nameOf('app/secrets/public/b.txt')).toBeUndefined();
    expect(nameOf('tls/ca.key')).toBeUndefined();
    expect(nameOf('server.key')).toBe('usual');
    expect(nameOf('secrets/server.key')).toBe('configured');
    expect(nameOf('secrets')).toBeUndefined();
  });
});
