import { describe, expect, it } from 'vitest';
import { jsonShape } from '../../src/shape/json.ts';
import { describeJson, orders } from './support/describe-json.ts';

const text = JSON.stringify(orders());
const told = describeJson(text);
const line = (preview: string, start: string) => preview.split('\n').find((row) => row.startsWith(start));

describe('an array of objects', () => {
  it('is counted in the headline', () => {
    expect(told.headline).toBe('JSON, array of 7,000 objects');
    expect(told.description).toMatchObject({
      shape: 'json',
      mediaType: 'application/json',
      encoding: 'utf-8',
      byteLength: text.length,
      lineCount: 1,
    });
    expect(told.description).not.toHaveProperty('sampledBytes');
  });

  it('says the keys that all have', () => {
    expect(told.preview.split('\n')[0]).toBe(
      '| array of 7,000 × {id, status, price, customer, createdAt, tags, note} (1 line; @ is a byte offset)',
    );
  });

  it('counts the few values of a field', () => {
    expect(line(told.preview, '| status:')).toBe('| status: "ok" ×6,990, "failed" ×10');
    expect(line(told.preview, '| customer.city:')).toBe(
      '| customer.city: "Berlin" ×2,334, "Oslo" ×2,333, "Paris" ×2,333',
    );
    expect(line(told.preview, '| tags[]:')).toBe(
      '| tags[]: 7,000 arrays of 0–3: "a" ×5,250, "new" ×3,500, "sale" ×1,750',
    );
  });

  it('says where the rare values are, by index, id and byte', () => {
    const places = line(told.preview, '|   "failed" at');
    expect(places).toMatch(
      /^\| {3}"failed" at \[412\] id 10413 @\d+, \[1112\] id 11113 @\d+, .* \[6712\] id 16713 @\d+$/,
    );
    const offsets = [...(places ?? '').matchAll(/@(\d+)/g)].map((match) => Number(match[1]));
    expect(offsets).toHaveLength(10);
    for (const offset of offsets) expect(text.slice(offset, offset + 8)).toBe('"failed"');
  });

  it('shows the one item that has what no other has', () => {
    const note = told.preview.split('\n').findIndex((row) => row.startsWith('|   "call back" at [5000] id 15001 @'));
    expect(told.preview.split('\n')[note + 1]).toContain('{"id":15001,"status":"ok",');
  });

  it('says that ids are unique, sorted and without gaps', () => {
    expect(line(told.preview, '| id:')).toBe('| id: 10001…17000, each integer once, sorted');
  });

  it('gives ranges, and where their ends are', () => {
    expect(line(told.preview, '| price:')).toBe('| price: min 0, max 999.89; unique');
    expect(line(told.preview, '|   min at')).toMatch(/^\| {3}min at @\d+, max at \[\d+\] id \d+ @\d+$/);
    const maxAt = Number(/max at .*@(\d+)$/.exec(line(told.preview, '|   min at') ?? '')?.[1]);
    expect(text.slice(maxAt, maxAt + 7)).toBe('999.89,');
  });

  it('gives the range of dates, and the lengths of other strings', () => {
    expect(line(told.preview, '| createdAt:')).toBe(
      '| createdAt: "2026-02-02T02:40:00.000Z"…"2026-02-07T01:15:39.000Z", sorted; unique',
    );
    expect(line(told.preview, '| customer.name:')).toBe(
      '| customer.name: strings of 10–12 B, first "Customer 0"; 997 different',
    );
  });

  it('shows the first item', () => {
    expect(line(told.preview, '| first:')).toContain(
      '{"id":10001,"status":"ok","price":0,"customer":{"name":"Customer 0"',
    );
  });

  it('answers with the counts first where there is little room', () => {
    const { preview } = describeJson(text, { maxBytes: 400 });
    expect(preview).toContain('"failed" ×10');
    expect(preview).toContain('[412] id 10413');
    expect(preview).toMatch(/\n\| … \d+ more rows not shown$/);
  });

  it('suggests paths that find all that are rare, and a page that is the rarest item', () => {
    const suggestions = jsonShape.suggest(told.description);
    const start = text.indexOf('{"id":15001,');
    expect(suggestions).toEqual([
      { kind: 'query', path: "$[?@.note=='call back']", pattern: '"note":"call back"' },
      { kind: 'query', path: "$[?@.status=='failed']", pattern: '"status":"failed"' },
      { kind: 'offset', offset: start, byteCount: text.indexOf(',{"id":15002,') - start },
    ]);
    expect(text.split('"status":"failed"')).toHaveLength(11);
  });

  it.each([2, '\t'])('suggests lines where it has lines: indented by %j', (indent) => {
    const indented = JSON.stringify(orders(1_000), null, indent);
    const { description, preview } = describeJson(indented);
    const [query, page] = jsonShape.suggest(description);
    if (page?.kind !== 'page' || query?.kind !== 'query') throw new Error('a path and a page are suggested');
    expect(query.path).toBe("$[?@.status=='failed']");
    const shown = indented.split('\n').slice(page.startLine - 1, page.startLine - 1 + page.lineCount);
    expect(shown.some((row) => row.includes('"status": "failed"'))).toBe(true);
    expect([...indented.matchAll(new RegExp(query.pattern ?? '', 'g'))]).toHaveLength(1);
    const lineNumber = indented.split('\n').findIndex((row) => row.includes('"failed"')) + 1;
    expect(line(preview, '|   "failed" at')).toBe(
      `|   "failed" at [412] id 10413 line ${lineNumber.toLocaleString('en-US')}`,
    );
  });
});

describe('an object', () => {
  const answer = {
    rows: orders(2_000),
    status: 'partial',
    next: 'eyJvIjo1fQ==',
    total: 7000,
    done: false,
    error: null,
  };

  it.each([200, 300, 1_200, 4_096])('BC-020 shows its small scalars as they stand, in %d bytes', (maxBytes) => {
    const { headline, preview } = describeJson(JSON.stringify(answer), { maxBytes });
    expect(headline).toBe('JSON, object of 6 keys');
    expect(preview.split('\n')[0]).toContain(
      '| object of 6 keys: status "partial", next "eyJvIjo1fQ==", total 7000, done false, error null, rows [2,000 items]',
    );
  });

  it('describes the arrays in it', () => {
    const { preview } = describeJson(JSON.stringify(answer));
    expect(preview).toMatch(/\n\| rows \([\d,]+ B\): 2,000 × \{id, status, price, customer, createdAt, tags, note\}\n/);
    expect(preview).toContain('\n| rows[].status: "ok" ×1,997, "failed" ×3\n|   "failed" at rows[412] id 10413 @');
    expect(preview).toContain('\n| first of rows[]: {"id":10001,');
  });

  it('BC-049 lists keys and sizes, and leads to the one large value', () => {
    const page = { object: 'page', page: 'A line of text.\n'.repeat(2_500), has_more: false };
    const { description, preview } = describeJson(JSON.stringify(page));
    expect(preview).toContain('object "page", page "A line of text.\\nA line');
    expect(preview).toContain('…" (42,500 B), has_more false');
    expect(preview).toContain('\n| largest value: page, 42,500 B @24');
    expect(jsonShape.suggest(description)).toEqual([
      { kind: 'query', path: '$.page' },
      { kind: 'offset', offset: 24 },
    ]);
  });

  it('tells keys that are data from keys that are fields', () => {
    const packages = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [
        `node_modules/pkg-${at}`,
        { version: `1.${at % 7}.0`, license: at === 1_234 ? 'GPL-3.0' : 'MIT', ...(at % 4 === 0 && { dev: true }) },
      ]),
    );
    const { headline, preview } = describeJson(JSON.stringify({ name: 'app', lockfileVersion: 3, packages }, null, 2));
    expect(headline).toBe('JSON, object of 3 keys');
    expect(preview).toContain('name "app", lockfileVersion 3, packages {3,000 keys}');
    expect(preview).toContain('("node_modules/pkg-0" … "node_modules/pkg-2999", all starting "node_modules/pkg-")');
    expect(preview).toContain('each {version, license, dev ×750}');
    expect(preview).toContain('\n| packages.*.license: "MIT" ×2,999, "GPL-3.0" ×1\n');
    expect(preview).toContain('\n|   "GPL-3.0" at packages["node_modules/pkg-1234"] line ');
    expect(preview).toContain('\n| packages.*.dev: in 750 of 3,000: true ×750');
  });

  it('keeps the fields of objects that have keys of data too', () => {
    const pods = Array.from({ length: 200 }, (_, at) => ({ labels: { app: `app-${at % 3}`, [`hash-${at}`]: 'x' } }));
    const { preview } = describeJson(JSON.stringify(pods));
    expect(preview).toContain('labels: 200 objects {app, any key: string}');
    expect(preview).toContain('\n| labels.app: "app-0" ×67, "app-1" ×67, "app-2" ×66');
    expect(preview).toContain('\n| labels.*: "x" ×200');
  });

  it('finds an id below a key', () => {
    const pods = Array.from({ length: 100 }, (_, at) => ({
      kind: 'Pod',
      metadata: { name: `pod-${at}` },
      phase: at === 42 ? 'Failed' : 'Running',
    }));
    expect(describeJson(JSON.stringify({ items: pods })).preview).toContain(
      '|   "Failed" at items[42] metadata.name "pod-42" @',
    );
  });
});

describe('keys and kinds that few or most have', () => {
  const rows = Array.from({ length: 500 }, (_, at) => ({
    id: at,
    size: at === 77 ? null : at === 99 ? 'large' : at * 2,
    ...(at !== 300 && { owner: `o${at % 5}` }),
    ...(at === 123 && { error: 'disk full' }),
  }));
  const { preview } = describeJson(JSON.stringify(rows));

  it('are counted', () => {
    expect(preview).toContain('× {id, size, owner ×499, error ×1}');
    expect(preview).toContain('\n| owner: in 499 of 500: ');
    expect(preview).toContain('\n| error: in 1 of 500: "disk full" ×1\n|   present at [123] id 123 @');
  });

  it('are found', () => {
    expect(preview).toContain('\n|   missing at [300] id 300 @');
    expect(preview).toContain('\n|   null at [77] id 77 @');
    expect(preview).toContain('\n|   string at [99] id 99 @');
  });
});

describe('content of another encoding', () => {
  it('leads to lines, as byte offsets are those of its UTF-8 form', () => {
    const { description } = describeJson(JSON.stringify(orders(1_000)));
    const other = { ...description, encoding: 'utf-16le' as const, byteLength: description.byteLength * 2 };
    const preview = jsonShape.preview(other, 4_096);
    expect(preview.split('\n')[0]).toContain('(1 line; bytes are counted in UTF-8)');
    expect(preview).toContain('"failed" at [412] id 10413 line 1\n');
    expect(preview).not.toMatch(/ @\d/);
    expect(jsonShape.suggest(other)[1]).toEqual({ kind: 'page', startLine: 1, lineCount: 20 });
  });
});

describe('scalars', () => {
  it('stand as in the source, whatever their size', () => {
    const { preview, headline } = describeJson('{"big":9007199254740993,"huge":1e400,"minus":-0,"long":1.10,"e":1E+2}');
    expect(headline).toBe('JSON, object of 5 keys');
    expect(preview).toContain('big 9007199254740993, huge 1e400, minus -0, long 1.10, e 1E+2');
  });

  it('have exact ranges beyond 2^53 and the doubles', () => {
    const ids = ['9007199254740993', '9007199254740992', '9007199254740994', '9007199254740995.0'];
    const big = ['1e400', '-1e400', '1e399', '3'];
    const { preview } = describeJson(`{"ids":[${ids.join()}],"big":[${big.join()}]}`);
    expect(preview).toContain('ids[]: min 9007199254740992, max 9007199254740995.0');
    expect(preview).toContain('big[]: min -1e400, max 1e400');
  });

  it('are sorted by their exact value', () => {
    const sorted = Array.from({ length: 100 }, (_, at) => `90071992547409${String(at).padStart(2, '0')}`);
    expect(describeJson(`[${sorted.join()}]`).preview).toContain(
      '\n| []: 9007199254740900…9007199254740999, sorted; unique',
    );
    expect(describeJson(`[${[...sorted].reverse().join()}]`).preview).toContain('sorted downwards; unique');
  });

  it.each([
    ['"text"', 'JSON, string of 6 B', '| string of 6 B: "text" (1 line; @ is a byte offset)'],
    ['-12.50', 'JSON, number', '| number: -12.50 (1 line; @ is a byte offset)'],
    ['true\n', 'JSON, true', '| true: true (1 line; @ is a byte offset)'],
    ['[]', 'JSON, empty array', '| array of empty array (1 line; @ is a byte offset)'],
    ['{}', 'JSON, object of 0 keys', '| object of 0 keys (1 line; @ is a byte offset)'],
  ])('may be all there is: %s', (content, headline, preview) => {
    expect(describeJson(content)).toMatchObject({ headline, preview });
  });
});
