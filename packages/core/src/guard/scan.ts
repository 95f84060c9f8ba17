import { mapWrittenEscapes } from '../bytes/escapes.ts';
import type { ByteRange } from '../handle/handle.ts';
import { readAgeKey } from './age.ts';
import { type Armor, readArmor } from './armor.ts';
import { readBase64Armor } from './base64-armor.ts';
import { BodyReader } from './body-reader.ts';
import { holdFrom } from './hold.ts';
import { readJwk } from './jwk.ts';
import { type KeyRange, toKeyRange } from './key-range.ts';
import { readBodyBefore } from './lone-end.ts';
import { type Hit, holdsNeedle, maxNeedleBytes, NeedleSearch } from './needles.ts';
import { readPutty } from './putty.ts';
import { RangeQueue } from './range-queue.ts';
import { ScanWindow, type Units } from './scan-window.ts';

/** The bytes that stay undecided behind the newest: a key may be known by what comes after it. */
const scanLagBytes = 65_536;
const maxPrefixChars = 256;
const puttyEnd = /Private-(?:MAC|Hash):/u;

/** Keys that are read in one go. */
const readers = {
  age: readAgeKey,
  jwk: readJwk,
  'base64-armor': (window: ScanWindow, hit: Hit, isFinal: boolean) => readBase64Armor(window, hit, isFinal, scanKeys),
};

/**
 * Goes over the bytes of a window as they come, and finds key bodies in them.
 *
 * Contract: `advance` looks at all that was added to the window and returns the ranges that were decided by it, rising.
 * What lies before `decidedTo` may be dropped from the window then.
 */
export class Scan {
  readonly window: ScanWindow;
  readonly #needles = new NeedleSearch();
  readonly #ranges = new RangeQueue();
  #body: BodyReader | undefined;
  /** Needles before this position have been looked at. */
  #position = 0;
  #keys = 0;
  /** Where the armor line begins that closed the last body: its END is not a lone one. */
  #closedAt = -1;
  /** Where the last body ends. */
  #bodyEnd = 0;
  decidedTo = 0;

  constructor(window: ScanWindow) {
    this.window = window;
  }

  advance(isFinal: boolean): KeyRange[] {
    while (this.#body === undefined ? this.#readNext(isFinal) : this.#readBody(this.#body, isFinal));
    const { window } = this;
    if (isFinal) this.decidedTo = window.end;
    else {
      const cut = Math.min(window.end - scanLagBytes, this.#position - scanLagBytes);
      this.decidedTo = Math.max(this.decidedTo, this.#ranges.edgeAt(holdFrom(window, cut)));
    }
    return this.#ranges.take(this.decidedTo);
  }

  /** Looks at the next needle; false where there is none, or more bytes are needed to tell what it is. */
  #readNext(isFinal: boolean): boolean {
    const { window } = this;
    const hit = this.#needles.next(window, this.#position);
    if (hit === undefined) {
      this.#position = Math.max(this.#position, window.end - (isFinal ? 0 : maxNeedleBytes));
      return false;
    }
    if (this.#readHit(hit, isFinal)) return true;
    this.#position = Math.max(this.#position, hit.at);
    return false;
  }

  /** Returns false where more bytes are needed; otherwise the position has moved on. */
  #readHit(hit: Hit, isFinal: boolean): boolean {
    const found = this.#readKind(hit, isFinal);
    if (found === 'more') return false;
    // A pair of bytes may begin one byte before its needle.
    this.#position = Math.max(this.#position, hit.at + hit.units.stride);
    return true;
  }

  #readKind(hit: Hit, isFinal: boolean): 'more' | undefined {
    const { window } = this;
    if (hit.kind === 'armor') {
      const armor = readArmor(window, hit, isFinal);
      if (armor === 'more') return armor;
      if (armor !== undefined) this.#readArmorLine(armor, hit);
      return undefined;
    }
    if (hit.kind === 'putty') {
      const at = readPutty(window, hit, isFinal);
      if (at === 'more') return at;
      if (at !== undefined) this.#startBody(at, hit.at, hit.units, puttyEnd);
      return undefined;
    }
    const found = readers[hit.kind](window, hit, isFinal);
    if (found === 'more') return found;
    if (found !== undefined) this.#add(found, hit.at, hit.units, hit.kind === 'base64-armor');
    return undefined;
  }

  #readArmorLine(armor: Armor, { units }: Hit): void {
    if (armor.side === 'BEGIN') {
      this.#startBody(armor.end, armor.start, units);
      return;
    }
    if (armor.start !== this.#closedAt)
      this.#add(readBodyBefore(this.window, armor, units, this.#bodyEnd), armor.start, units);
  }

  #startBody(at: number, lineAt: number, units: Units, endMark?: RegExp): void {
    const { text } = mapWrittenEscapes(this.window.text(lineAt - maxPrefixChars * units.stride, lineAt, units));
    const before = text.slice(text.lastIndexOf('\n') + 1);
    this.#body = new BodyReader({ key: this.#keys++, at, units, before, ...(endMark !== undefined && { endMark }) });
  }

  #readBody(body: BodyReader, isFinal: boolean): boolean {
    for (const range of body.read(this.window, isFinal)) this.#ranges.add(range);
    this.#position = Math.max(this.#position, body.position);
    if (!body.isDone) return false;
    this.#closedAt = body.closedAt ?? -1;
    this.#bodyEnd = body.position;
    this.#body = undefined;
    return true;
  }

  /** Ranges of characters, counted from a byte position. */
  #add(ranges: readonly ByteRange[], at: number, units: Units, isBase64 = false): void {
    const key = this.#keys++;
    for (const range of ranges) {
      this.#ranges.add({ ...toKeyRange(at, range, units, key), ...(isBase64 && { isBase64: true as const }) });
    }
  }
}

/** Finds the key bodies in bytes that are all there is. Contract: as `createKeyScanner`; copies nothing. */
export function scanKeys(bytes: Uint8Array): KeyRange[] {
  const window = new ScanWindow();
  window.adopt(bytes);
  if (!holdsNeedle(window.bytes)) return [];
  return new Scan(window).advance(true);
}
