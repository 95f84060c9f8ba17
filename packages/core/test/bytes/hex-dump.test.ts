import { describe, expect, it } from 'vitest';
import { formatHexDump } from '../../src/bytes/hex-dump.ts';

describe('formatHexDump', () => {
  it('writes rows of 16 bytes with the printable ones', () => {
    const bytes = Uint8Array.of(
      0x89,
      0x50,
      0x4e,
      0x47,
      0x0d,
      0x0a,
      0x1a,
      0x0a,
      0,
      0,
      0,
      0x0d,
      0x49,
      0x48,
      0x44,
      0x52,
      0x7f,
    );
    expect(formatHexDump(bytes, 0x20)).toBe(
      '00000020  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  |.PNG........IHDR|\n' +
        '00000030  7f                                                |.|\n',
    );
  });

  it('writes nothing for no bytes, and positions beyond 4 GiB whole', () => {
    expect(formatHexDump(new Uint8Array(0))).toBe('');
    expect(formatHexDump(Uint8Array.of(0x41), 0x1_2345_6780).slice(0, 14)).toBe('123456780  41 ');
  });
});
