import { describe, expect, it } from 'vitest';
import { scanKeys } from '../../src/guard/scan.ts';
import { keyObjects, maskOf } from './support/keys.ts';
import { maskAll } from './support/mask-all.ts';

type Members = Record<string, unknown>;
const rsa: Members = { ...keyObjects.rsa.export({ format: 'jwk' }), kid: 'a {key} "name"' };
const ec: Members = { ...keyObjects.ec.export({ format: 'jwk' }) };
const okp: Members = { ...keyObjects.ed25519.export({ format: 'jwk' }) };
const oct: Members = { kty: 'oct', alg: 'HS256', k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75' };
const multi: Members = { ...rsa, oth: [{ r: 'AAAArrrr', d: 'AAAAdddd', t: 'AAAAtttt' }] };

const secrets = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth'];

function masked(key: Members): Members {
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskOf(value.length);
    return (value as Members[]).map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, of]) => [name, mask(of)])),
    );
  };
  return Object.fromEntries(
    Object.entries(key).map(([name, value]) => [name, secrets.includes(name) ? mask(value) : value]),
  );
}

/** As `jq -C` prints it. */
const coloured = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)("\w+")(:)/gmu, '$1\u001b[34;1m$2\u001b[0m\u001b[1;39m$3\u001b[0m')
    .replaceAll(/ ("[^"\n]*")(,?)$/gmu, ' \u001b[0;32m$1\u001b[0m\u001b[1;39m$2\u001b[0m');

const last = (key: Members): Members => Object.fromEntries(Object.entries(key).reverse());

describe('private members of a JSON Web Key', () => {
  it.each(Object.entries({ rsa, ec, okp, oct, multi, 'rsa, kty last': last(rsa), 'ec, kty last': last(ec) }))(
    'are masked and the rest of the document is served: %s',
    (_, key) => {
      const document = (of: Members): Members => ({ d: 'not-a-key-of-any-kind', keys: [{ a: 1 }, of, { d: 'no' }] });
      for (const write of [
        (value: unknown) => JSON.stringify(value),
        (value: unknown) => JSON.stringify(value, null, 2),
        coloured,
        (value: unknown) => JSON.stringify({ log: coloured(value) }),
        (value: unknown) => JSON.stringify({ body: JSON.stringify(value) }),
        (value: unknown) => JSON.stringify([JSON.stringify([JSON.stringify(value)])]),
        (value: unknown) => `const jwks = ${JSON.stringify(value)};\nlet d = "${'x'.repeat(50)}";\n`,
      ]) {
        expect(maskAll(write(document(key))).toString()).toBe(write(document(masked(key))));
      }
    },
  );

  it('are masked as far as they go where the document is cut', () => {
    const text = JSON.stringify({ kty: 'EC', crv: 'P-256', d: 'x'.repeat(43) });
    const cut = text.slice(0, -20);
    expect(maskAll(cut).toString()).toBe(cut.replace(/x+$/u, (value) => maskOf(value.length)));
  });

  it('are those of the object that has kty, whatever stands around it', () => {
    const value = 'x'.repeat(43);
    const documents: unknown[] = [
      { d: value },
      { kty: 'RSA', n: value, e: 'AQAB' },
      { jwk: { kty: 'EC', x: value, y: value }, d: value },
      { kty: 'some other kind', d: value },
      { kty: 'RSA', k: value },
      { kty: 'EC', d: 'a text with blanks, that is no key at all' },
      { text: '"kty":"RSA" is what a key says', d: value },
      { kty: 'EC', inner: { d: value } },
      [{ kty: 'EC' }, { d: value }],
    ];
    for (const document of documents) {
      for (const text of [JSON.stringify(document), JSON.stringify(document, null, 2)]) {
        expect(scanKeys(Buffer.from(text))).toEqual([]);
      }
    }
  });
});
