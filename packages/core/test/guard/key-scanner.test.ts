import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KeyRange } from '../../src/guard/key-range.ts';
import { createKeyScanner } from '../../src/guard/key-scanner.ts';
import { scanKeys } from '../../src/guard/scan.ts';
import { base64Of, bodyLines, madePem, maskedPem, maskOf, pems, publicPem } from './support/keys.ts';
import { maskAll } from './support/mask-all.ts';

const lines = (text: string, write: (line: string, index: number) => string): string =>
  text.split('\n').map(write).join('\n');
const around = (pem: string): string => `first line\n${pem}line after the key\n`;

/** Ways in which a key comes along; each is given the key, and what is left of it, alike. */
const forms: Readonly<Record<string, (pem: string) => string | Buffer>> = {
  plain: around,
  'alone, without a last line end': (pem) => pem.trimEnd(),
  'with CRLF': (pem) => around(pem).replaceAll('\n', '\r\n'),
  'indented by blanks': (pem) => lines(around(pem), (line) => `      ${line}`),
  'indented by tabs': (pem) => lines(around(pem), (line) => `\t\t${line}`),
  'in a YAML block': (pem) => `key: |\n${lines(pem, (line) => `  ${line}`)}\nother: value\n`,
  quoted: (pem) => lines(around(pem), (line) => `> ${line}`),
  'added in a diff': (pem) => lines(around(pem), (line) => `+${line}`),
  'commented out': (pem) => lines(around(pem), (line) => `# ${line}`),
  'from grep -n': (pem) => lines(around(pem), (line, index) => `${index + 96}:${line}`),
  'from grep -rn': (pem) => lines(around(pem), (line, index) => `etc/tls/server.pem:${index + 96}:${line}`),
  'from cat -n': (pem) => lines(around(pem), (line, index) => `${String(index + 96).padStart(6)}\t${line}`),
  'with our gutter': (pem) => lines(around(pem), (line, index) => `${String(index + 96).padStart(4)}| ${line}`),
  'in log lines with times': (pem) =>
    lines(around(pem), (line, index) => `2026-11-30T03:${10 + index}:17.${index}Z INFO [main] ${line}`),
  'in syslog lines': (pem) =>
    lines(around(pem), (line, index) => `Nov 30 03:${10 + index}:17 web-1 app[4${index}]: ${line}`),
  'in the JSON log of a container': (pem) =>
    lines(around(pem), (line, index) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: `T${index}Z` })),
  'in a JSON string': (pem) => JSON.stringify({ name: 'server', key: pem, next: 'value' }),
  'in a JSON string with CRLF': (pem) => JSON.stringify({ key: pem.replaceAll('\n', '\r\n'), next: 'value' }),
  'in JSON in JSON': (pem) => JSON.stringify({ result: JSON.stringify({ key: pem, next: 'value' }) }),
  'in JSON in JSON in JSON': (pem) => JSON.stringify([JSON.stringify([JSON.stringify([pem, 'value'])])]),
  'as a JSON array of lines': (pem) => JSON.stringify({ lines: pem.trimEnd().split('\n'), next: 'value' }),
  'as a printed JSON array': (pem) => JSON.stringify({ lines: pem.trimEnd().split('\n'), next: 'value' }, null, 2),
  'in an environment variable': (pem) => `HOME=/root\nPRIVATE_KEY="${pem.replaceAll('\n', '\\n')}"\nTERM=xterm\n`,
  'as a concatenation in a program': (pem) =>
    `const key =\n  "${pem.trimEnd().split('\n').join('\\n" +\n  "')}";\nconst next = 1;\n`,
  'with its line ends as blanks': (pem) => `KEY=${pem.trimEnd().replaceAll('\n', ' ')} next\n`,
  'without its line ends': (pem) => `${bodyLines(pem).length > 0 ? pem.replaceAll('\n', '') : pem}next`,
  'behind another block, with blanks as line ends': (pem) =>
    `TLS="${publicPem.replaceAll('\n', ' ')}${pem.trimEnd().replaceAll('\n', ' ')}" next\n`,
  'behind an assignment, from grep -n': (pem) =>
    lines(`KEY="${pem.trimEnd()}"\nNEXT=1\n`, (line, index) => `${index + 96}:${line}`),
  'in colours, line by line': (pem) => lines(around(pem), (line) => `\u001b[32m${line}\u001b[0m`),
  'with a coloured gutter': (pem) =>
    lines(around(pem), (line, index) => `\u001b[38;5;238m${index + 96}\u001b[0m \u001b[38;5;238m│\u001b[0m ${line}`),
  'from grep --color': (pem) =>
    lines(
      around(pem),
      (line, index) =>
        `\u001b[32m\u001b[K${index + 9}\u001b[m\u001b[K\u001b[36m\u001b[K:\u001b[m\u001b[K${line.replaceAll(/BEGIN|END/gu, '\u001b[01;31m\u001b[K$&\u001b[m\u001b[K')}`,
    ),
  'in colours, in a JSON string': (pem) =>
    JSON.stringify({ log: lines(around(pem), (line) => `\u001b[32m${line}\u001b[0m`) }),
  'in HTML': (pem) => `<pre>${pem.replaceAll('\n', '<br>')}</pre>`,
  'in UTF-16 LE': (pem) => Buffer.from(`\ufeff${around(pem)}`, 'utf16le'),
  'in UTF-16 BE': (pem) => Buffer.from(`\ufeff${around(pem)}`, 'utf16le').swap16(),
};

describe('private keys in PEM', () => {
  // A key of which the lines are no more told apart is masked in one piece.
  const glued = new Set(['without its line ends']);
  for (const [form, write] of Object.entries(forms)) {
    it.each(Object.entries(pems))(`are masked, and nothing else is, ${form}: %s`, (_, pem) => {
      const masked = maskAll(write(pem));
      const expected = Buffer.from(write(glued.has(form) ? gluedMask(pem) : maskedPem(pem)) as Uint8Array);
      expect(masked.toString('latin1')).toBe(expected.toString('latin1'));
    });
  }

  it.each([1_600, 40_000, 187_000])('of %d bytes, whatever the label', (size) => {
    for (const label of ['PRIVATE KEY', 'ML-DSA-87 PRIVATE KEY', 'FRODOKEM PRIVATE KEY', 'ANY OTHER PRIVATE KEY']) {
      const pem = madePem(label, size);
      expect(maskAll(around(pem)).toString()).toBe(around(maskedPem(pem)));
    }
  });

  it('of which a search has coloured parts of the lines', () => {
    const pem = pems['RSA, PKCS #8'] as string;
    const found = pem.replaceAll(/M[A-Za-z0-9]?/gu, '\u001b[01;31m\u001b[K$&\u001b[m\u001b[K');
    const left = maskAll(around(found)).toString();
    for (const line of bodyLines(pem)) {
      for (let at = 0; at + 8 <= line.length; at += 8) expect(left).not.toContain(line.slice(at, at + 8));
    }
    expect(left.split('\n')).toHaveLength(around(pem).split('\n').length);
  });

  it('of which only the end came, in colours', () => {
    const tail = (pems['RSA, PKCS #8'] as string).split('\n').slice(5).join('\n');
    const coloured = (pem: string): string => lines(`${pem}after`, (line) => `\u001b[32m${line}\u001b[0m`);
    expect(maskAll(coloured(tail)).toString()).toBe(coloured(maskedPem(tail)));
  });

  it('escaped by an encoder that escapes slashes and plus signs', () => {
    const pem = madePem('PRIVATE KEY', 1_700);
    const escaped = JSON.stringify({ pem }).replaceAll('/', '\\/').replaceAll('+', '\\u002b');
    const masked = maskAll(escaped).toString();
    expect(JSON.parse(masked).pem.replaceAll(/\[key withheld\] */gu, '')).toBe(
      `-----BEGIN PRIVATE KEY-----${'\n'.repeat(28)}-----END PRIVATE KEY-----\n`,
    );
  });
});

function gluedMask(pem: string): string {
  const length = bodyLines(pem).join('').length;
  const [begin, end] = [pem.split('\n')[0], pem.trimEnd().split('\n').at(-1)];
  const headers = pem.split('\n').filter((line) => line.includes(': '));
  return [begin, ...headers, maskOf(length), end, ''].join('\n');
}

describe('keys in other forms', () => {
  it('of OpenSSH, made by ssh-keygen', () => {
    const dir = mkdtempSync(join(tmpdir(), 'spillway-keys-'));
    try {
      for (const type of ['ed25519', 'rsa', 'ecdsa']) {
        const made = spawnSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-f', join(dir, type)]);
        expect(made.status).toBe(0);
        const pem = readFileSync(join(dir, type), 'utf8');
        expect(pem).toContain('BEGIN OPENSSH PRIVATE KEY');
        expect(maskAll(around(pem)).toString()).toBe(around(maskedPem(pem)));
        const own = readFileSync(join(dir, `${type}.pub`));
        expect(scanKeys(own)).toEqual([]);
      }
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('of PGP, with headers and a checksum', () => {
    const body = base64Of('pgp', 1_320).match(/.{1,64}/gu) as string[];
    const block = (of: readonly string[]): string =>
      [
        '-----BEGIN PGP PRIVATE KEY BLOCK-----',
        'Version: GnuPG v2',
        'Comment: a test',
        '',
        ...of,
        '-----END PGP PRIVATE KEY BLOCK-----',
        'after',
        '',
      ].join('\n');
    const masked = [...body, '=aB9+'].map((line) => maskOf(line.length));
    expect(maskAll(block([...body, '=aB9+'])).toString()).toBe(block(masked));
  });

  it('of SSH2, encrypted', () => {
    const body = base64Of('ssh2', 680).match(/.{1,70}/gu) as string[];
    const block = (of: readonly string[]): string =>
      [
        '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----',
        'Comment: "rsa-key-20261130"',
        ...of,
        '---- END SSH2 ENCRYPTED PRIVATE KEY ----',
        'after',
      ].join('\n');
    expect(maskAll(block(body)).toString()).toBe(block(body.map((line) => maskOf(line.length))));
  });

  it.each([2, 3])('of PuTTY, version %d: the private lines alone', (version) => {
    const publicBody = base64Of('public', 150).match(/.{1,64}/gu) as string[];
    const body = base64Of('private', 600).match(/.{1,64}/gu) as string[];
    const file = (of: readonly string[]): string =>
      [
        `PuTTY-User-Key-File-${version}: ssh-rsa`,
        'Encryption: none',
        'Comment: rsa-key-20261130',
        `Public-Lines: ${publicBody.length}`,
        ...publicBody,
        `Private-Lines: ${body.length}`,
        ...of,
        'Private-MAC: 9b1f6a3c8d2e4f5a6b7c8d9e0f1a2b3c4d5e6f70',
        '',
      ].join('\r\n');
    expect(maskAll(file(body)).toString()).toBe(file(body.map((line) => maskOf(line.length))));
  });

  it('of age', () => {
    const data = 'QL3Z7HJY54PW3HYWW5AYYFG7ZQGVC7W3J2ELW8ZMRJ2KG5SFN9AQ'.padEnd(58, 'X');
    const file = (of: string): string => `# created: 2026-11-30\n# public key: age1xyz\nAGE-SECRET-KEY-1${of}\nafter\n`;
    expect(maskAll(file(data)).toString()).toBe(file(maskOf(58)));
    const wide = maskAll(Buffer.from(file(data), 'utf16le')).toString('utf16le');
    expect(wide).toBe(file(maskOf(58)));
  });

  // Fails when the part that is searched for is taken for the whole word, or when it is not looked for again behind that.
  it('of age, behind words that end alike, wherever the stream is cut', () => {
    const before = 'KEY-KEY- API-KEY-1 SECRET-KEY-1 GE-SECRET-KEY-1 ';
    const text = `${before}AGE-SECRET-KEY-1${'QPZRY9X8GF'.repeat(6).slice(0, 58)}\n`;
    const start = before.length + 'AGE-SECRET-KEY-1'.length;
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const bytes = Buffer.from(text, encoding);
      const unit = encoding === 'latin1' ? 1 : 2;
      for (let size = 1; size <= bytes.length; size++) {
        const scanner = createKeyScanner();
        const ranges: KeyRange[] = [];
        for (let at = 0; at < bytes.length; at += size) ranges.push(...scanner.write(bytes.subarray(at, at + size)));
        ranges.push(...scanner.end());
        expect(ranges).toMatchObject([{ start: start * unit, end: (start + 58) * unit }]);
      }
    }
  });

  it.each(['latin1', 'utf16le'] as const)('of PEM, behind words that end alike, in %s', (encoding) => {
    const before = 'RENOVATE KEY, CULTIVATE KEYS, PRIVATE-KEY\n';
    const pem = madePem('RSA PRIVATE KEY', 300);
    const masked = maskAll(Buffer.from(before + pem, encoding)).toString(encoding);
    expect(masked).toBe(before + maskedPem(pem));
  });

  it('as the base64 of a whole PEM, in one line and wrapped', () => {
    const pem = pems['RSA, PKCS #8'] as string;
    const secret = `apiVersion: v1\ndata:\n  tls.key: ${Buffer.from(pem).toString('base64')}\nkind: Secret\n`;
    const wrapped = (
      Buffer.from(pem)
        .toString('base64')
        .match(/.{1,76}/gu) as string[]
    ).join('\n');
    for (const text of [secret, `${wrapped}\nafter\n`]) {
      const masked = maskAll(text).toString();
      const left = Buffer.from(
        (/LS0t[A-Za-z0-9+/=\s[\]]*/u.exec(masked)?.[0] ?? '').replace(/\[key withheld\]/gu, ''),
        'base64',
      ).toString('latin1');
      for (const line of bodyLines(pem)) expect(left).not.toContain(line.slice(8, 40));
      expect(masked).toHaveLength(text.length);
      expect(masked.endsWith(text.slice(-6))).toBe(true);
    }
  });

  it('as base64 of a bundle whose certificates come first', () => {
    const bundle = `${madePem('CERTIFICATE', 1_500)}${madePem('RSA PRIVATE KEY', 1_600)}`;
    const encoded = `data: ${Buffer.from(bundle).toString('base64')}\n`;
    const ranges = scanKeys(Buffer.from(encoded));
    // The certificate's base64, 1,500 characters in lines of 64 and two armor lines, comes before the key.
    expect(ranges[0]?.start).toBeGreaterThan(6 + (1_500 * 4) / 3);
    expect(ranges.at(-1)?.end).toBeLessThan(encoded.length - 40);
  });
});

describe('keys of which a part is missing', () => {
  const pem = madePem('RSA PRIVATE KEY', 1_700);
  const body = bodyLines(pem);

  it('BC-091 has its lines withheld without an END, as far as they go', () => {
    for (const rest of ['\nthe next line is served\n', '\n\nand so is a text after an empty one', '\n}\nreturn x;\n']) {
      for (const cut of [800, 806, 820]) {
        const left = lines(pem.slice(0, cut), (line, index) => (index === 0 ? line : maskOf(line.length)));
        expect(maskAll(pem.slice(0, cut) + rest).toString()).toBe(left + rest);
      }
    }
  });

  it('has what came of the first line withheld where the content ends in it', () => {
    for (let count = 4; count < 64; count++) {
      const text = `-----BEGIN PRIVATE KEY-----\n${(body[0] as string).slice(0, count)}`;
      expect(maskAll(text).toString()).toBe(`-----BEGIN PRIVATE KEY-----\n${maskOf(count)}`);
    }
  });

  it('has its lines withheld without a BEGIN, as tail leaves them', () => {
    for (const size of [1_700, 40_000, 187_000]) {
      const whole = madePem('PRIVATE KEY', size);
      const from = whole.indexOf('\n', 200) + 1;
      const kept = maskedPem(whole).slice(from);
      expect(maskAll(`${whole.slice(from)}after\n`).toString()).toBe(`${kept}after\n`);
      expect(maskAll(`a line before\n${whole.slice(from)}after\n`).toString()).toBe(`a line before\n${kept}after\n`);
    }
  });

  it('BC-094 a lone BEGIN line hides nothing', () => {
    const program = [
      ...Array.from({ length: 49 }, (_, line) => `const line${line} = ${line};`),
      "const header = '-----BEGIN PRIVATE KEY-----';",
      ...Array.from({ length: 450 }, (_, line) => `  return someFunctionWithALongName(${line});`),
    ].join('\n');
    expect(scanKeys(Buffer.from(program))).toEqual([]);
    for (const next of [
      '',
      'word',
      '...',
      'MIIEow...',
      '<your key here>',
      '    someIdentifier',
      '================================================',
    ]) {
      const text = `-----BEGIN PRIVATE KEY-----\n${next}\n-----END PRIVATE KEY-----\nafter\n`;
      expect(scanKeys(Buffer.from(text))).toEqual([]);
    }
  });
});

describe('createKeyScanner', () => {
  it('decides all but the last 64 KiB of a content without keys, and holds no more', () => {
    const scanner = createKeyScanner();
    const chunk = Buffer.from('an ordinary line of a log, with nothing in it\n'.repeat(1_000));
    for (let count = 1; count <= 40; count++) {
      expect(scanner.write(chunk)).toEqual([]);
      expect(scanner.decidedTo).toBeGreaterThanOrEqual(chunk.length * count - 65_536 - 64);
    }
    expect(scanner.end()).toEqual([]);
    expect(scanner.decidedTo).toBe(chunk.length * 40);
  });

  it('does not keep the chunk', () => {
    const pem = Buffer.from(pems['RSA, PKCS #8'] as string);
    const scanner = createKeyScanner();
    const chunk = Buffer.alloc(100);
    for (let at = 0; at < pem.length; at += 100) {
      const length = pem.copy(chunk, 0, at, at + 100);
      scanner.write(chunk.subarray(0, length));
      chunk.fill(0x20);
    }
    expect(scanner.end()).toEqual(scanKeys(pem));
  });
});
