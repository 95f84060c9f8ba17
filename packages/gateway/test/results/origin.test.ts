import { describe, expect, it } from 'vitest';
import { deliver } from '../support/deliver.ts';

const log = Array.from({ length: 900 }, (_, id) => `INFO served ${id} "quoted" \\ é 😀 \u2028 \u007f\n`).join('');
const large = log.repeat(40);
/** Of a text with lines that is most of a JSON document the lines are kept too. */
const line = log.replaceAll('\n', ' ');
const quoted = (value: unknown, space?: number): string => JSON.stringify(value, undefined, space);
const rows = Array.from({ length: 1_200 }, (_, id) => ({ id, name: `row ${id}` }));
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code))
  .join('')
  .repeat(300);
const half = (literal: string): string => `"${`${literal}x`.repeat(5_000)}"`;
const python = quoted(log).replace(
  /[\u0080-\uffff]/g,
  (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
);
const textBlock = (literal: string, more = ''): string => `{"content":[{"type":"text","text":${literal}}]${more}}`;

const kept: [what: string, result: string][] = [
  ['a text', textBlock(quoted(log))],
  ['a text over a mebibyte', textBlock(quoted(large))],
  [
    'a text that the structured value repeats',
    textBlock(quoted(log), `,"structuredContent":{"content":${quoted(log)}}`),
  ],
  ['a repeated text over a mebibyte', textBlock(quoted(large), `,"structuredContent":{"content":${quoted(large)}}`)],
  [
    'the structured value first',
    `{"structuredContent":{ "result" : ${quoted(log)} } , "content":[{"text":${quoted(log)},"type":"text"}]}`,
  ],
  ['an error', textBlock(quoted(log), ',"isError":true')],
  ['_meta and other side fields', textBlock(quoted(log), ',"_meta":{"a":[1.50,"é"]},"other":"\\u00e9"')],
  ['control characters', textBlock(quoted(controls))],
  ['halves of surrogate pairs', textBlock(half('\\ud83d'))],
  ['a structured value alone', `{"content":[],"structuredContent":${quoted({ rows })}}`],
  ['a structured value and its JSON', textBlock(quoted(quoted({ rows })), `,"structuredContent":${quoted({ rows })}`)],
  ['a result of another form', quoted({ toolResult: line })],
  ['a text that no JSON parser takes', textBlock(`"${'x'.repeat(9_000)}\\q"`)],
  ['raw control bytes, shown by the bytes of all', textBlock(half('\t'))],
  ['white space around all of it', ` ${textBlock(quoted(log)).replaceAll('":', '" :\t')} `],
];

const whole: [what: string, result: string | Buffer][] = [
  ['Python escapes', textBlock(python)],
  ['Python escapes over a mebibyte', textBlock(`"${python.slice(1, -1).repeat(40)}"`)],
  ['upper-case digits', textBlock(half('\\uD83D'))],
  ['escaped slashes', textBlock(half('\\/'))],
  ['raw control bytes over a mebibyte', textBlock(`"${'\tx'.repeat(700_000)}"`)],
  ['bytes that are no UTF-8', Buffer.from(textBlock(half('\u00ff')), 'latin1')],
  ['bytes that are no UTF-8, over a mebibyte', Buffer.from(textBlock(`"${'\u00ffx'.repeat(700_000)}"`), 'latin1')],
  ['a text repeated in another spelling', textBlock(quoted(log), `,"structuredContent":{"content":${python}}`)],
  [
    'the JSON of a value in another spelling',
    textBlock(quoted(quoted({ rows }, 1)), `,"structuredContent":${quoted({ rows })}`),
  ],
  ['much beside the text', textBlock(quoted(log), `,"_meta":{"a":"${'x'.repeat(2_000)}"}`)],
  [
    'side fields that are no UTF-8',
    Buffer.from(textBlock(quoted('x'.repeat(9_000)), ',"_meta":{"a":"\u00ff"}'), 'latin1'),
  ],
  ['several parts', `{"content":[{"type":"text","text":${quoted(log)}},{"type":"text","text":${quoted(`${log}.`)}}]}`],
  ['a text beside another value', textBlock(quoted(log), `,"structuredContent":${quoted({ rows })}`)],
];

async function originOf(result: string | Buffer) {
  const frame = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1,"result":'),
    Buffer.from(result as string),
    Buffer.from('}'),
  ]);
  const { handles, boundary } = await deliver(frame);
  const handle = handles[0] as string;
  return {
    handle,
    boundary,
    provenance: await boundary.lastProvenance(handle),
    origin: await boundary.readOrigin(handle),
  };
}

describe('the exact result of the server', () => {
  // Fails when the escapes of the literal, its raw bytes, or the repeated literal are not compared.
  it.each(kept)('is kept without storing it twice: %s', async (_, result) => {
    const { provenance, origin, boundary } = await originOf(result);
    expect(origin.equals(Buffer.from(result.trim()))).toBe(true);
    expect(provenance?.originParts).toBeDefined();
    expect(await boundary.handleCount()).toBe(1);
  });

  it.each(whole)('is kept whole where it is not the stored bytes: %s', async (_, result) => {
    const { provenance, origin } = await originOf(result);
    expect(origin.equals(Buffer.from(result as string))).toBe(true);
    expect(provenance?.originParts).toBeUndefined();
  });

  it('is the one of the last call where two gave the same text', async () => {
    const { boundary, handle } = await originOf(textBlock(quoted(log)));
    const again = textBlock(quoted(log), ',"_meta":{"call":2}');
    await deliver(`{"jsonrpc":"2.0","id":1,"result":${again}}`, { boundary });
    expect((await boundary.readOrigin(handle)).toString()).toBe(again);
  });

  it('is the error of an answer without a result', async () => {
    const error = `{"code":-32000,"message":"failed","data":${quoted(line)}}`;
    const { handles, boundary } = await deliver(`{"jsonrpc":"2.0","id":1,"error":${error}}`);
    expect((await boundary.readOrigin(handles[0] as string)).toString()).toBe(error);
    expect(await boundary.handleCount()).toBe(1);
  });

  it('is found from a text inside by way of the result that holds it', async () => {
    const result = textBlock(quoted(quoted({ exitCode: 0, stdout: log })));
    const { text, handles, boundary } = await deliver(`{"jsonrpc":"2.0","id":1,"result":${result}}`);
    const [, inner = ''] = /^\| (r_\w+) keeps \$\.stdout, decoded: log, /m.exec(text) ?? [];
    expect(await boundary.lastProvenance(inner)).toMatchObject({ toolName: 'tool', originId: handles[0] });
    expect((await boundary.readOrigin(handles[0] as string)).toString()).toBe(result);
    expect(await boundary.handleCount()).toBe(2);
  });
});
