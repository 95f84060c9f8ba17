import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { formatBytes, plural } from '../../src/output/counts.ts';
import { createProgress } from '../../src/output/progress.ts';
import { createStyle } from '../../src/output/style.ts';
import { formatTable } from '../../src/output/table.ts';

describe('formatBytes', () => {
  const cases: [number, string][] = [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [999_949, '999.9 kB'],
    [999_960, '1.0 MB'],
    [1_537_171, '1.5 MB'],
    [8_589_934_592, '8.6 GB'],
  ];
  it.each(cases)('writes %d as %s', (byteLength, text) => {
    expect(formatBytes(byteLength)).toBe(text);
  });
});

describe('plural', () => {
  it('adds an s to every count but one', () => {
    expect([plural(0, 'line'), plural(1, 'line'), plural(20_000, 'line')]).toEqual([
      '0 lines',
      '1 line',
      '20,000 lines',
    ]);
  });
});

describe('createStyle', () => {
  const terminal = { isTTY: true };
  it('marks text on a terminal only', () => {
    expect(createStyle(terminal, {}).bold('x')).toBe('\u001b[1mx\u001b[22m');
    expect(createStyle({}, {}).bold('x')).toBe('x');
  });
  it('follows NO_COLOR and a dumb terminal', () => {
    expect(createStyle(terminal, { NO_COLOR: '1' }).red('x')).toBe('x');
    expect(createStyle(terminal, { NO_COLOR: '' }).red('x')).toBe('\u001b[31mx\u001b[39m');
    expect(createStyle(terminal, { TERM: 'dumb' }).red('x')).toBe('x');
  });
});

describe('formatTable', () => {
  it('lays out columns, numbers to the right', () => {
    const lines = formatTable(
      [{ heading: 'what' }, { heading: 'bytes', align: 'right' }],
      [
        ['a log', '1,537'],
        ['x', '12'],
      ],
    );
    expect(lines).toEqual(['what   bytes', 'a log  1,537', 'x         12']);
  });
});

describe('createProgress', () => {
  it('writes nothing to what is no terminal', () => {
    const stream = new PassThrough();
    const progress = createProgress(stream, 'reading');
    progress.add(1_000_000_000);
    progress.clear();
    expect(stream.read()).toBeNull();
  });
});
