import { describe, expect, it } from 'vitest';
import { bound } from '../../src/bound/bound.ts';
import { parseNotice } from '../../src/bound/notice.ts';
import type { BoundContext } from '../../src/bound/result.ts';
import type { ContentBlock } from '../../src/content.ts';
import { createBoundary, storedBytes } from './support/create-boundary.ts';

const call: BoundContext = { toolName: 'browse' };
const text = (value: string) => ({ type: 'text', text: value });
const encodedBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const image = (bytes: number) => ({
  type: 'image',
  mimeType: 'image/png',
  data: Buffer.alloc(bytes, 7).toString('base64'),
});

it('passes blocks that fit as they came', async () => {
  const blocks = [text('a'), { type: 'resource_link', uri: 'file:///x', name: 'x' }, { ...text('b'), _meta: { k: 1 } }];
  expect((await bound(createBoundary(), blocks, call)).blocks).toEqual(blocks);
});

it('takes a list of one plain text for the text, and stores it once', async () => {
  const boundary = createBoundary({ maxResultBytes: 4_096 });
  const large = 'one line of many\n'.repeat(10_000);
  const bounded = await bound(boundary, [text(large)], call);
  expect(bounded.toText()).toBe((await bound(boundary, large, call)).toText());
  expect((await boundary.store.list('test')).handles).toHaveLength(1);
});

it('takes an array of other objects as JSON', async () => {
  expect((await bound(createBoundary(), [{ type: 'order', text: 'x' }], call)).toText()).toBe(
    '[{"type":"order","text":"x"}]',
  );
});

it('bounds the large part, and leaves the small ones where they are', async () => {
  const boundary = createBoundary({ maxResultBytes: 8_000 });
  const large = 'one line of many\n'.repeat(10_000);
  const bounded = await bound(boundary, [text('before'), text(large), text('after')], call);
  expect(bounded.blocks[0]).toEqual(text('before'));
  expect(bounded.blocks[2]).toEqual(text('after'));
  expect(encodedBytes(bounded.blocks)).toBeLessThanOrEqual(8_000);
  const notice = parseNotice(String(bounded.blocks[1]?.text));
  expect(notice?.headline).toMatch(/^part 2 of 3: /);
  expect((await storedBytes(boundary, notice?.handle ?? '')).toString()).toBe(large);
});

it('gives each large part a handle of its own, whatever their order', async () => {
  const boundary = createBoundary({ maxResultBytes: 12_000 });
  const parts = ['a', 'b', 'c'].map((letter) => text(`${letter.repeat(70)}\n`.repeat(1_000)));
  const forward = await bound(boundary, parts, call);
  const backward = await bound(boundary, [...parts].reverse(), call);
  const handles = (blocks: readonly ContentBlock[]) => blocks.map((block) => parseNotice(String(block.text))?.handle);
  expect(new Set(handles(forward.blocks)).size).toBe(3);
  expect(handles(backward.blocks).reverse()).toEqual(handles(forward.blocks));
  expect(encodedBytes(forward.blocks)).toBeLessThanOrEqual(12_000);
});

it('BC-007 bounds 500 blocks of 1,000 bytes like one of 500,000, and counts them', async () => {
  const boundary = createBoundary({ maxResultBytes: 48_000 });
  const parts = Array.from({ length: 500 }, (_, index) => text(`${index}`.padEnd(1_000, 'x')));
  const bounded = await bound(boundary, parts, call);
  expect(encodedBytes(bounded.blocks)).toBeLessThanOrEqual(48_000);
  expect(bounded.toText()).toContain('500 parts joined');
  const joined = (await storedBytes(boundary, bounded.handle?.id ?? '')).toString();
  expect(joined).toBe(parts.map((part) => part.text).join('\n'));
  const originId = bounded.handle?.provenance[0]?.originId ?? '';
  expect(JSON.parse((await storedBytes(boundary, originId)).toString())).toEqual(parts);
});

it('BC-180 bounds 49,999 empty texts on the wire', async () => {
  const bounded = await bound(
    createBoundary(),
    Array.from({ length: 49_999 }, () => text('')),
    call,
  );
  expect(encodedBytes(bounded.blocks)).toBeLessThanOrEqual(65_536);
  expect(bounded.toText().trim()).not.toBe('');
});

describe('media', () => {
  it('passes at the limit, beside a text that is bounded', async () => {
    const boundary = createBoundary({ maxResultBytes: 4_096 });
    const picture = image(60_000);
    const bounded = await bound(boundary, [picture, text('line of text\n'.repeat(4_000))], {
      ...call,
      maxMediaBytes: 80_000,
    });
    expect(bounded.blocks[0]).toEqual(picture);
    expect(encodedBytes(bounded.blocks[1])).toBeLessThanOrEqual(4_096);
  });

  it('over the limit is described, and kept as its bytes', async () => {
    const boundary = createBoundary();
    const bounded = await bound(boundary, [image(60_001), text('caption')], { ...call, maxMediaBytes: 80_000 });
    expect(bounded.complete).toBe(false);
    expect(JSON.stringify(bounded.blocks)).not.toMatch(/[A-Za-z0-9+/]{200}/);
    expect(bounded.blocks[1]).toEqual(text('caption'));
    expect((await storedBytes(boundary, bounded.handle?.id ?? '')).equals(Buffer.alloc(60_001, 7))).toBe(true);
  });
});

it('keeps each of many images apart when none has room, and names its handle', async () => {
  const boundary = createBoundary({ maxResultBytes: 8_000 });
  const pictures = Array.from({ length: 30 }, (_, index) => image(30_000 + index));
  const bounded = await bound(boundary, [text('cap'), ...pictures], { ...call, maxMediaBytes: 33_000 });
  expect(bounded.complete).toBe(false);
  expect(encodedBytes(bounded.blocks)).toBeLessThanOrEqual(8_000);
  const handles = [...bounded.toText().matchAll(/image\/png, 30,0\d\d bytes, kept by (r_\w+)\]/g)].map(
    (match) => match[1],
  );
  expect(handles).toHaveLength(30);
  expect((await storedBytes(boundary, handles[7] ?? '')).equals(Buffer.alloc(30_007, 7))).toBe(true);
});

it('bounds the text of an embedded resource, and names its address', async () => {
  const resource = { uri: 'file:///var/log/app.log', mimeType: 'text/plain', text: 'a plain line\n'.repeat(20_000) };
  const bounded = await bound(createBoundary({ maxResultBytes: 4_096 }), [{ type: 'resource', resource }], call);
  expect(bounded.toText().split('\n')[0]).toContain('file:///var/log/app.log');
});

it.each([[[text(''), text('\n')]], [[text('')]]])('BC-156 blocks without a word get one: %j', async (blocks) => {
  expect((await bound(createBoundary(), blocks, call)).toText()).toMatch(/returned no text/);
});

it.each([
  ['audio/mpeg', [0xff, 0xfb, 0x90, 0x00], 'audio/mpeg, 40,000 B'],
  ['audio/pcm; rate=24000', [0x00, 0x01, 0xfe, 0xff], 'audio/pcm; rate=24000, 40,000 B'],
  ['audio/mp4', [0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70], 'audio/mp4, 40,000 B'],
  ['audio/mpeg', [0x4f, 0x67, 0x67, 0x53], 'audio/mpeg, 40,000 B'],
  ['image/jpeg', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png, 40,000 B'],
  ['no type\n[END PARTIAL]', [0xff, 0xfb, 0x90, 0x00], 'application/octet-stream, 40,000 B'],
])(
  'names data that is %j as its producer does, unless its first bytes say better',
  async (mimeType, start, headline) => {
    const boundary = createBoundary({ maxResultBytes: 4_096, maxMediaBytes: 1_000 });
    const bytes = Buffer.alloc(40_000, Buffer.from([0, 0xff, 0x80, 0x01]));
    bytes.set(start);
    const bounded = await bound(boundary, [{ type: 'audio', mimeType, data: bytes.toString('base64') }], call);
    const notice = parseNotice(bounded.toText());
    expect(notice?.headline).toBe(headline);
    const { handle } = await boundary.store.open('test', notice?.handle ?? '');
    expect(`${handle.mediaType}, 40,000 B`).toBe(headline);
  },
);
