/** One message of an Amazon event stream, its checksums checked. */
export interface Frame {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

/** CRC-32 as ISO 3309 defines it, bit by bit. */
function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** Takes a binary event stream apart; throws where a length or a checksum is wrong. */
export function decodeFrames(bytes: Buffer): readonly Frame[] {
  const frames: Frame[] = [];
  for (let start = 0; start < bytes.length; ) {
    const message = bytes.subarray(start, start + bytes.readUInt32BE(start));
    const headerBytes = message.readUInt32BE(4);
    if (message.readUInt32BE(8) !== crc(message.subarray(0, 8)))
      throw new Error(`wrong checksum of prelude at ${start}`);
    if (message.readUInt32BE(message.length - 4) !== crc(message.subarray(0, -4))) {
      throw new Error(`wrong checksum of message at ${start}`);
    }
    frames.push({
      headers: decodeHeaders(message.subarray(12, 12 + headerBytes)),
      payload: JSON.parse(message.subarray(12 + headerBytes, -4).toString('utf8')),
    });
    start += message.length;
  }
  return frames;
}

function decodeHeaders(bytes: Buffer): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    if (bytes.readUInt8(nameEnd) !== 7) throw new Error('a header is no string');
    const valueEnd = nameEnd + 3 + bytes.readUInt16BE(nameEnd + 1);
    headers[bytes.subarray(at + 1, nameEnd).toString()] = bytes.subarray(nameEnd + 3, valueEnd).toString();
    at = valueEnd;
  }
  return headers;
}

/** One server-sent event. */
export interface SseEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** Takes a stream of server-sent events apart. */
export function decodeSse(text: string): readonly SseEvent[] {
  return text
    .split(/\r?\n\r?\n/)
    .filter((block) => block !== '')
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1],
      data: /^data: (.*)$/m.exec(block)?.[1] ?? '',
    }));
}
