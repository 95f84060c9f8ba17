/** Width and height in pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

type Reader = (bytes: DataView) => Dimensions | undefined;

const readers: Readonly<Record<string, Reader>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
};

/**
 * Reads the size of an image from its first bytes.
 *
 * Contract: PNG, JPEG, GIF and WebP; undefined for other types, for broken headers, and where the size stands further
 * behind than `head` goes.
 */
export function readDimensions(mediaType: string, head: Uint8Array): Dimensions | undefined {
  const reader = readers[mediaType];
  if (reader === undefined) return undefined;
  try {
    const found = reader(new DataView(head.buffer, head.byteOffset, head.byteLength));
    return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** IHDR is the first chunk (PNG, third edition, §11.2.1). */
function readPng(view: DataView): Dimensions | undefined {
  return view.getUint32(12) === 0x49484452 ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined;
}

/** Logical screen size (GIF89a §18). */
function readGif(view: DataView): Dimensions {
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Walks the segments to the start of frame (ITU-T T.81 §B.2.2). */
function readJpeg(view: DataView): Dimensions | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isStartOfFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isStartOfFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xd9 || marker === 0xda) return undefined;
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += standsAlone ? 2 : 2 + view.getUint16(at + 2);
  }
}

/** Lossy, lossless and extended form (RFC 9649 §2). */
function readWebp(view: DataView): Dimensions | undefined {
  const form = view.getUint32(12);
  if (form === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (form === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (form !== 0x56503858) return undefined;
  const read24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return { width: read24(24) + 1, height: read24(27) + 1 };
}
