import { describe, expect, it } from 'vitest';
import { describeJson } from './support/describe-json.ts';

const mebibyte = 1_048_576;

/** Describes a content too large to be kept in one piece. */
function describeParts(parts: readonly string[], maxBytes = 4_096) {
  return describeJson(parts.join(''), { maxBytes, widths: [mebibyte] });
}

describe('nesting', () => {
  it.each([500, 1_000_000])('of %d levels is read without the call stack', (levels) => {
    const { details, headline, preview } = describeParts(['['.repeat(levels), '"x"', ']'.repeat(levels)]);
    expect(headline).toBe('JSON, array of 1 array');
    expect(details.hardFault).toBeUndefined();
    expect(preview).toContain(`\n| nested ${levels.toLocaleString('en-US')} levels deep, deepest @${levels - 1}`);
    expect(preview).toContain('more values at further paths, which were not looked at one by one');
  });

  it('of objects is read too', () => {
    const levels = 100_000;
    const { details } = describeParts(['{"a":'.repeat(levels), '1', '}'.repeat(levels)]);
    expect(details.hardFault).toBeUndefined();
    expect(details.deepest).toBe(levels);
  });

  it('is not followed for ever', () => {
    expect(describeParts(['['.repeat(16_777_217)]).headline).toBe(
      'JSON, invalid at byte 16777216, array of 1 array before it',
    );
  });
});

describe('one huge part', () => {
  it('may be a string', () => {
    const { preview, details } = describeParts(['{"id":7,"log":"', 'x'.repeat(64 * mebibyte), '","next":null}'], 400);
    expect(preview).toContain('object of 3 keys: id 7, log "xxx');
    expect(preview).toContain('…" (67,108,864 B), next null');
    expect(preview).toContain('\n| largest value: log, 67,108,864 B @14');
    expect(JSON.stringify(details).length).toBeLessThan(10_000);
  });

  it('may be a key', () => {
    const { preview } = describeParts(['{"', 'k'.repeat(16 * mebibyte), '":{"a":1},"b":2}']);
    expect(preview).toContain('b 2, a long key {1 key}');
    expect(preview).toContain('\n| longest key: 16,777,216 B');
  });

  it('may be a number', () => {
    const { preview } = describeParts(['{"pi":3.', '1'.repeat(mebibyte), ',"b":2}']);
    expect(preview).toContain('pi 3.1111');
    expect(preview).toContain('… (1,048,578 B), b 2');
  });
});

describe('base64', () => {
  const png = Buffer.from([
    0x89,
    0x50,
    0x4e,
    0x47,
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    ...Array.from({ length: 30_000 }, (_, at) => (at * 97) % 251),
  ]).toString('base64');

  it('is named by type and size, and never shown', () => {
    const { preview } = describeJson(
      JSON.stringify({ name: 'a.png', data: png, uri: `data:image/svg+xml;base64,${png}` }),
    );
    expect(preview).toContain(
      'name "a.png", data <base64 of image/png, 40,012 B>, uri <base64 of image/svg+xml, 40,038 B>',
    );
    expect(preview).not.toContain(png.slice(0, 40));
  });

  it('is named in the items of an array', () => {
    const images = Array.from({ length: 50 }, (_, at) => ({ id: at, data: png.slice(0, 4_000 + at * 4) }));
    const { preview } = describeJson(JSON.stringify(images));
    expect(preview).toContain('\n| data: strings of 4,000–4,196 B, <base64 of image/png, largest 4,196 B>');
    expect(preview).toContain('\n| first: {"id":0,"data":"<base64 of image/png, over 756 bytes>…');
    expect(preview).not.toMatch(/[A-Za-z0-9+/]{101}/);
  });

  it('is not seen in prose, in hexadecimal or in one letter repeated', () => {
    const texts = ['The quick brown fox. '.repeat(40), '0123456789abcdef'.repeat(40), 'A'.repeat(640)];
    for (const text of texts) expect(describeJson(JSON.stringify({ text })).preview).not.toContain('base64');
  });
});

describe('what is kept of a content', () => {
  it('is bounded for ever new paths, values and keys', () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => {
      const key = `key-${at}-${'k'.repeat(400)}`;
      return `{"a${at % 390}":{"${key}":["${'v'.repeat(110)}${at}"]},"b${at % 300}":{"x${at % 70}":${at},"y":"${at}"}}`;
    });
    const { details } = describeParts([`[${rows.join()}]`]);
    expect(JSON.stringify(details).length).toBeLessThan(4 * mebibyte);
    expect(details.paths.length).toBeLessThanOrEqual(2_048);
  });

  it('says when values at further paths were not looked at', () => {
    const object = (width: number, depth: number): string =>
      `{${Array.from({ length: width }, (_, at) => `"k${at}":${depth === 0 ? at : object(width, depth - 1)}`).join()}}`;
    const { preview, details } = describeJson(object(7, 4), { maxBytes: 2_000 });
    const scalars = details.paths.reduce((sum, { kinds }) => sum + (kinds[3] ?? 0), 0);
    expect(details.untrackedValues).toBeGreaterThan(0);
    expect(scalars).toBeLessThan(7 ** 5);
    expect(preview.split('\n')[0]).toContain(
      'k0 {7 keys}, k1 {7 keys}, k2 {7 keys}, k3 {7 keys}, k4 {7 keys}, k5 {7 keys}, k6 {7 keys}',
    );
    expect(preview).toContain(`${details.untrackedValues.toLocaleString('en-US')} more values at further paths`);
  });

  it('counts different values up to a limit, and says where it stopped', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => (at * 7_919) % 1_000_003);
    expect(describeJson(JSON.stringify(numbers(10_000))).preview).toContain('\n| []: min 0, max 999877; unique');
    expect(describeJson(JSON.stringify(numbers(200_000))).preview).toMatch(
      /\n\| \[\]: min 0, max \d+; over [\d,]+ different\n/,
    );
  });
});
