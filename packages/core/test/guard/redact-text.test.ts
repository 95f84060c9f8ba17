import { describe, expect, it } from 'vitest';
import { redactText } from '../../src/guard/redact-text.ts';
import { keyObjects, madePem } from './support/keys.ts';

describe('redactText', () => {
  const pem = madePem('RSA PRIVATE KEY', 1_704);
  const note = '[1,704 bytes of a private key withheld]';

  it('puts one note in the place of the whole body, and says how much it was', () => {
    expect(redactText(`cannot parse:\n${pem}at line 3`)).toEqual({
      text: `cannot parse:\n-----BEGIN RSA PRIVATE KEY-----\n${note}\n-----END RSA PRIVATE KEY-----\nat line 3`,
      withheldBytes: 1_704,
    });
  });

  it('does so with prefixes and inside quoted text', () => {
    const numbered = pem
      .trimEnd()
      .split('\n')
      .map((line, index) => `${index + 8}: ${line}`)
      .join('\n');
    expect(redactText(numbered).text).toBe(
      `8: -----BEGIN RSA PRIVATE KEY-----\n9: ${note}\n36: -----END RSA PRIVATE KEY-----`,
    );
    expect(JSON.parse(redactText(JSON.stringify({ key: pem })).text)).toEqual({
      key: `-----BEGIN RSA PRIVATE KEY-----\n${note}\n-----END RSA PRIVATE KEY-----\n`,
    });
  });

  it('keeps the members of a key in JSON apart', () => {
    const jwk = keyObjects.ec.export({ format: 'jwk' });
    const { text, withheldBytes } = redactText(`é ${JSON.stringify(jwk)} é`);
    expect(JSON.parse(text.slice(2, -2))).toEqual({ ...jwk, d: '[43 bytes of a private key withheld]' });
    expect(withheldBytes).toBe(43);
  });

  it('returns a text without keys as it is', () => {
    const text = 'ENOENT: no such file, lone \ud800 and all';
    expect(redactText(text)).toEqual({ text, withheldBytes: 0 });
  });
});
