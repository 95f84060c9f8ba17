import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scanKeys } from '../../src/guard/scan.ts';
import { base64Of, madePem, publicPem } from './support/keys.ts';

const root = join(import.meta.dirname, '../../../..');
/** Links to this project's own packages, whose tests hold what looks like keys; some versions of Node follow them. */
const own = ['@spillway', 'spillway'].map((name) => join(root, 'node_modules', name));
const wrapped = (text: string, width: number): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'gu')) as string[]).join('\n');

describe('what is never withheld', () => {
  it('BC-094 is anything in 10,000 ordinary files and more, those that this project depends on among them', {
    timeout: 120_000,
  }, () => {
    const found: string[] = [];
    let files = 0;
    for (const entry of readdirSync(join(root, 'node_modules'), { recursive: true, withFileTypes: true })) {
      const isOwn = own.some((folder) => entry.parentPath.startsWith(folder));
      if (!entry.isFile() || isOwn || entry.parentPath.includes('.cache')) continue;
      files++;
      const path = join(entry.parentPath, entry.name);
      if (scanKeys(readFileSync(path)).length > 0) found.push(path);
    }
    for (let seed = 0; seed < 500; seed++) {
      const made = [
        madePem('CERTIFICATE', 1_200 + seed, `${seed}`).repeat(1 + (seed % 3)),
        `{"kid":"${seed}","d":"${base64Of(`d ${seed}`, 43)}","k":"${base64Of(`k ${seed}`, 43)}"}`,
        `token: ${base64Of(`token ${seed}`, 400)}\n${wrapped(base64Of(`mail ${seed}`, 3_000), 76)}\n`,
      ];
      files += made.length;
      for (const text of made) if (scanKeys(Buffer.from(text)).length > 0) found.push(text);
    }
    expect(found).toEqual([]);
    expect(files).toBeGreaterThan(10_000);
  });

  const lines = wrapped(base64Of('attachment', 60_000), 76);
  const token = `eyJhbGciOiJSUzI1NiJ9.${base64Of('payload', 300)}.${base64Of('signature', 342)}`;
  it.each(
    Object.entries({
      certificate: madePem('CERTIFICATE', 1_900),
      'chain of certificates': madePem('CERTIFICATE', 1_900, 'a').repeat(4),
      'certificate request': madePem('CERTIFICATE REQUEST', 1_000),
      'revocation list': madePem('X509 CRL', 40_000),
      'parameters of DH': madePem('DH PARAMETERS', 400),
      'public key': publicPem,
      'public key of RSA': madePem('RSA PUBLIC KEY', 400),
      'PGP message': madePem('PGP MESSAGE', 3_000),
      'PGP public key': madePem('PGP PUBLIC KEY BLOCK', 3_000),
      'base64 of a certificate': `cert: ${Buffer.from(madePem('CERTIFICATE', 1_900)).toString('base64')}\n`,
      'key of ssh': `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${base64Of('ssh', 500)} user@host\n`,
      'mail with an attachment': `Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n${lines}\n--boundary--\n`,
      'image in a style sheet': `a{background:url(data:image/png;base64,${base64Of('image', 40_000)})}`,
      'source map': `{"version":3,"mappings":"${'AAAA,SAASA,EAAE;'.repeat(4_000)}","names":["d","k","kty"]}`,
      'lock file': Array.from(
        { length: 400 },
        (_, row) => `"integrity": "sha512-${base64Of(`lock ${row}`, 86)}=="`,
      ).join('\n'),
      token,
      'list of tokens': Array.from({ length: 200 }, () => `Authorization: Bearer ${token}`).join('\n'),
      'an END line alone': `a text\n\n-----END PRIVATE KEY-----\nanother text\n`,
      'constants of a program': `["-----BEGIN PRIVATE KEY-----","-----END PRIVATE KEY-----","${base64Of('c', 60)}"]`,
      'a rule for keys': "regex = '''-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----[\\s\\S-]*?KEY'''",
      'a text about keys': 'A file begins with -----BEGIN PRIVATE KEY----- and goes on with base64.\nThat is all.\n',
      'an alphabet after a header': `x="-----BEGIN RSA PRIVATE KEY-----\\r\\n"+f(a),y="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";`,
      'names glued to a header': `-----BEGIN PGP PRIVATE KEY BLOCK-----${'AbortSignalAudioNodeCSSRule'.repeat(400)}`,
      'a member d': JSON.stringify({ a: 1, d: base64Of('d', 400), paths: { d: 'M0 0L10 10' } }),
    }),
  )('is a %s', (_, text) => {
    expect(scanKeys(Buffer.from(text))).toEqual([]);
    expect(scanKeys(Buffer.from(text, 'utf16le'))).toEqual([]);
  });
});
