import { crc32 } from 'node:zlib';

/** Bytes of the lengths and their checksum, and of the checksum of the whole message. */
const preludeBytes = 12;
const trailerBytes = 4;
/** The type of a header whose value is a string. */
const stringType = 7;

/** Headers of a stream in `application/vnd.amazon.eventstream`. */
export const eventStreamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/vnd.amazon.eventstream',
};

/**
 * Formats one message of an Amazon event stream: prelude, headers, payload, and the two CRC-32 checksums.
 *
 * Contract: the layout of the Amazon event stream encoding; numbers are big-endian, header values are strings.
 */
function eventStreamMessage(headers: Readonly<Record<string, string>>, payload: object): Uint8Array {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => headerBytes(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const message = Buffer.alloc(preludeBytes + head.length + body.length + trailerBytes);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(head.length, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  head.copy(message, preludeBytes);
  body.copy(message, preludeBytes + head.length);
  message.writeUInt32BE(crc32(message.subarray(0, message.length - trailerBytes)), message.length - trailerBytes);
  return message;
}

/** Formats one event, as Bedrock sends it. */
export function eventMessage(type: string, payload: object): Uint8Array {
  return eventStreamMessage(
    { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' },
    payload,
  );
}

/** Formats an exception that ends a stream. */
export function exceptionMessage(type: string, payload: object): Uint8Array {
  return eventStreamMessage(
    { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' },
    payload,
  );
}

function headerBytes(name: string, value: string): Uint8Array {
  const nameBytes = Buffer.from(name);
  const valueBytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(valueBytes.length);
  return Buffer.concat([Uint8Array.of(nameBytes.length), nameBytes, Uint8Array.of(stringType), length, valueBytes]);
}
