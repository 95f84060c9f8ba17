import { afterLineFeed, countLineFeeds } from '../../../bytes/line-feeds.ts';
import * as kinds from './byte-class.ts';
import { ByteWindow } from './byte-window.ts';
import { Faults } from './faults.ts';
import { type JsonSink, maxTokenBytes, type TokenPlace } from './json-sink.ts';
import { KeyGaps, narrowGap, spaceGap } from './key-gaps.ts';
import { Nesting } from './nesting.ts';
import { afterMinus, firstWholeState } from './number-grammar.ts';
import { TokenCarry } from './token-carry.ts';
import { type StringFaults, TokenScanner } from './token-scanner.ts';
import * as states from './tokenizer-state.ts';
import { falseWord, minusInfinityWord, nullWord, wordBytes, wordEnds, wordOfByte, words } from './words.ts';

const noToken = 0;
const stringToken = 1;
const keyToken = 2;
const numberToken = 3;
const wordToken = 4;
const byteOrderMark = [0xef, 0xbb, 0xbf];
const lineFeed = 0x0a;
const comma = 0x2c;
const colon = 0x3a;
const space = 0x20;
/**
 * Reads JSON, or JSON Lines, in one pass, and tells a sink each token.
 *
 * Contract: chunks may end anywhere; the sink is told the same for every chunking. Several objects or arrays may follow
 * one another as in `jq` output. A hard fault ends what is told of the document, or of the line. Never recurses;
 * memory is one bit a level.
 */
export class JsonTokenizer implements TokenPlace, StringFaults {
  tokenOffset = 0;
  tokenBytes = 0;
  tokenLine = 1;
  base = 0;
  chunk: Uint8Array = new Uint8Array(0);
  /** Lines of JSON Lines without a value. */
  blankLines = 0;
  readonly faults: Faults = new Faults();
  readonly gaps: KeyGaps = new KeyGaps();
  readonly #sink: JsonSink;
  readonly #isLines: boolean;
  readonly #nesting = new Nesting();
  readonly #scanner: TokenScanner = new TokenScanner(this);
  readonly #carry = new TokenCarry();
  #window: ByteWindow = new ByteWindow(this.chunk);
  #state: number = states.rootValue;
  #pending: number = noToken;
  #isInArray = false;
  #lastByte: number = lineFeed;
  #word = 0;
  #wordAt = 0;
  /** Bytes of a leading byte order mark that were seen; 3 when there is none to come. */
  #markAt = 0;

  constructor(sink: JsonSink, isLines: boolean) {
    this.#sink = sink;
    this.#isLines = isLines;
  }

  /** Lines so far; a last newline is not a line. */
  get lineCount(): number {
    return this.tokenLine - (this.#lastByte === lineFeed ? 1 : 0);
  }

  write(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    // One class of arrays, so that the loops are compiled once.
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    this.chunk = bytes;
    this.#window = new ByteWindow(bytes);
    let at = 0;
    for (; this.#markAt < 3 && at < bytes.length; at++) {
      if (bytes[at] !== byteOrderMark[this.#markAt]) break;
      this.#markAt++;
    }
    if (at < bytes.length) this.#markAt = 3;
    if (this.#pending !== noToken) at = this.#resume(bytes);
    this.#run(bytes, at);
    this.#sink.seam(this);
    this.#lastByte = bytes[bytes.length - 1] as number;
    this.base += bytes.length;
  }

  /** Ends the content. */
  end(): void {
    const none = new Uint8Array(0);
    this.chunk = none;
    if (this.#pending === numberToken) this.#finishNumber(none, 0);
    const isWhole = this.#state === states.afterRoot || this.#state === states.stopped;
    if (this.#isLines) {
      if (this.#lastByte !== lineFeed) this.#endLine(none, 0);
    } else if (!isWhole) this.#fail(none, 0, this.#expected());
  }

  wrongEscape(bytes: Uint8Array, at: number): void {
    this.#addSmall(bytes, at, 'a valid escape');
  }

  control(bytes: Uint8Array, at: number): boolean {
    if (bytes[at] !== lineFeed) this.#addSmall(bytes, at, 'no control character in a string');
    else if (this.#isLines) return false;
    else {
      this.#addSmall(bytes, at, 'no line feed in a string');
      this.tokenLine++;
    }
    return true;
  }

  #run(bytes: Uint8Array, from: number): void {
    const classes = kinds.byteClasses;
    const end = bytes.length;
    let at = from;
    while (at < end) {
      switch (classes[bytes[at] as number]) {
        case kinds.spaceByte:
          at++;
          break;
        case kinds.quoteByte:
          if (this.#state <= states.lastValueState) at = this.#string(bytes, at);
          else if (this.#state <= states.nextKey) at = this.#key(bytes, at);
          else at = this.#misplaced(bytes, at);
          break;
        case kinds.numberByte:
          at = this.#state <= states.lastValueState ? this.#number(bytes, at) : this.#misplaced(bytes, at);
          break;
        case kinds.commaByte:
          at = this.#comma(bytes, at);
          break;
        case kinds.colonByte:
          at = this.#colon(bytes, at);
          break;
        case kinds.lineFeedByte:
          if (this.#isLines) this.#endLine(bytes, at);
          this.tokenLine++;
          at++;
          break;
        case kinds.wordByte:
          at = this.#state <= states.lastValueState ? this.#startWord(bytes, at) : this.#misplaced(bytes, at);
          break;
        default:
          at = this.#bracket(bytes, at);
      }
    }
  }

  #bracket(bytes: Uint8Array, at: number): number {
    const state = this.#state;
    switch (kinds.byteClasses[bytes[at] as number]) {
      case kinds.openObjectByte:
        return this.#mayOpen() ? this.#open(bytes, at, false) : this.#misplaced(bytes, at);
      case kinds.openArrayByte:
        return this.#mayOpen() ? this.#open(bytes, at, true) : this.#misplaced(bytes, at);
      case kinds.closeObjectByte:
        if (state === states.afterMember || state === states.firstKey) return this.#close(bytes, at);
        break;
      case kinds.closeArrayByte:
        if (state === states.afterItem || state === states.firstItem) return this.#close(bytes, at);
    }
    return this.#misplaced(bytes, at);
  }

  /** Objects and arrays may follow one another, but not on one line of JSON Lines. */
  #mayOpen(): boolean {
    return this.#state <= states.lastValueState || (this.#state === states.afterRoot && !this.#isLines);
  }

  #misplaced(bytes: Uint8Array, at: number): number {
    return this.#state === states.stopped ? this.#skip(bytes, at) : this.#fail(bytes, at, this.#expected());
  }

  #comma(bytes: Uint8Array, at: number): number {
    if (this.#state === states.afterItem) this.#state = states.nextItem;
    else if (this.#state === states.afterMember) this.#state = states.nextKey;
    else return this.#misplaced(bytes, at);
    return at + 1;
  }

  #colon(bytes: Uint8Array, at: number): number {
    if (this.#state !== states.colon) return this.#misplaced(bytes, at);
    this.#state = states.memberValue;
    return at + 1;
  }

  /** Sets the state behind a value, and takes the comma that most often stands there. */
  #endValue(bytes: Uint8Array, at: number): number {
    if (this.#nesting.depth === 0) {
      this.#state = states.afterRoot;
      this.#sink.endRoot();
      return at;
    }
    if (at < bytes.length && bytes[at] === comma) {
      this.#state = this.#isInArray ? states.nextItem : states.nextKey;
      return at + 1;
    }
    this.#state = this.#isInArray ? states.afterItem : states.afterMember;
    return at;
  }

  #open(bytes: Uint8Array, at: number, isArray: boolean): number {
    this.tokenOffset = this.base + at;
    this.gaps.end(this.tokenOffset);
    if (!this.#nesting.push(isArray)) return this.#fail(bytes, at, 'no deeper nesting (more is not followed)');
    this.#isInArray = isArray;
    this.#sink.open(isArray, this);
    this.#state = isArray ? states.firstItem : states.firstKey;
    return at + 1;
  }

  #close(bytes: Uint8Array, at: number): number {
    this.#nesting.pop();
    this.#isInArray = this.#nesting.depth > 0 && this.#nesting.isInArray();
    this.#sink.close(at, this);
    return this.#endValue(bytes, at + 1);
  }

  #string(bytes: Uint8Array, at: number): number {
    this.tokenOffset = this.base + at;
    this.gaps.end(this.tokenOffset);
    const close = this.#scanner.string(this.#window, at + 1);
    if (close < 0 || close === bytes.length) return this.#cut(bytes, at + 1, close, stringToken);
    this.tokenBytes = close - at + 1;
    const to = close - at > maxTokenBytes ? at + 1 + maxTokenBytes : close;
    this.#sink.string(this.#window, at + 1, to, this);
    return this.#endValue(bytes, close + 1);
  }

  #key(bytes: Uint8Array, at: number): number {
    this.tokenOffset = this.base + at;
    const next = this.#sink.expectKey(this.#window, at + 1, this);
    if (next > 0) return this.#endKey(bytes, next);
    const close = this.#scanner.string(this.#window, at + 1);
    if (close < 0 || close === bytes.length) return this.#cut(bytes, at + 1, close, keyToken);
    this.tokenBytes = close - at + 1;
    this.#sink.key(this.#window, at + 1, Math.min(close, at + 1 + maxTokenBytes), this);
    return this.#endKey(bytes, close + 1);
  }

  /** Takes the colon that most often follows at once, and the one space behind it. */
  #endKey(bytes: Uint8Array, at: number): number {
    if (at + 2 < bytes.length && bytes[at] === colon) {
      const gap = bytes[at + 1] === space ? 1 : 0;
      const next = kinds.byteClasses[bytes[at + 1 + gap] as number];
      if (next !== kinds.spaceByte && next !== kinds.lineFeedByte) {
        this.gaps.seen |= gap === 1 ? spaceGap : narrowGap;
        this.#state = states.memberValue;
        return at + 1 + gap;
      }
    }
    this.gaps.begin(this.base + at);
    this.#state = states.colon;
    return at;
  }

  #number(bytes: Uint8Array, at: number): number {
    this.tokenOffset = this.base + at;
    this.gaps.end(this.tokenOffset);
    this.#scanner.startNumber();
    const end = this.#scanner.number(bytes, at);
    if (end === bytes.length) return this.#cut(bytes, at, end, numberToken);
    if (this.#scanner.numberState < firstWholeState) return this.#wrongNumber(bytes, end);
    this.tokenBytes = end - at;
    this.#sink.number(this.#window, at, Math.min(end, at + maxTokenBytes), this);
    return this.#endValue(bytes, end);
  }

  /** Puts a token aside that the end of the chunk cuts; `end` is below 0 where a fault has cut it. */
  #cut(bytes: Uint8Array, from: number, end: number, token: number): number {
    if (end < 0) return this.#endStringAtLineFeed(bytes, from);
    this.#pending = token;
    this.#carry.byteLength = 0;
    this.#carry.add(bytes, from, end);
    return end;
  }

  /** In JSON Lines a string cannot go on behind a line feed. */
  #endStringAtLineFeed(bytes: Uint8Array, from: number): number {
    this.#pending = noToken;
    return this.#fail(bytes, bytes.indexOf(lineFeed, from), 'the end of the string');
  }

  #resume(bytes: Uint8Array): number {
    if (this.#pending === wordToken) return this.#goOnWord(bytes, 0);
    if (this.#pending === numberToken) {
      const end = this.#scanner.number(bytes, 0);
      this.#carry.add(bytes, 0, end);
      return end === bytes.length ? end : this.#finishNumber(bytes, end);
    }
    const close = this.#scanner.string(this.#window, 0);
    if (close < 0) return this.#endStringAtLineFeed(bytes, 0);
    this.#carry.add(bytes, 0, close);
    if (close === bytes.length) return close;
    const isKey = this.#pending === keyToken;
    this.#pending = noToken;
    this.tokenBytes = this.base + close + 1 - this.tokenOffset;
    if (isKey) {
      this.#sink.key(this.#carry.window, 0, this.#carry.byteLength, this);
      return this.#endKey(bytes, close + 1);
    }
    this.#sink.string(this.#carry.window, 0, this.#carry.byteLength, this);
    return this.#endValue(bytes, close + 1);
  }

  #finishNumber(bytes: Uint8Array, end: number): number {
    this.#pending = noToken;
    if (this.#scanner.numberState < firstWholeState) return this.#wrongNumber(bytes, end);
    this.tokenBytes = this.base + end - this.tokenOffset;
    this.#sink.number(this.#carry.window, 0, this.#carry.byteLength, this);
    return this.#endValue(bytes, end);
  }

  #wrongNumber(bytes: Uint8Array, at: number): number {
    if (this.#scanner.numberState !== afterMinus || bytes[at] !== 0x49) return this.#fail(bytes, at, 'a digit');
    this.#word = minusInfinityWord;
    this.#wordAt = 1;
    return this.#goOnWord(bytes, at);
  }

  #startWord(bytes: Uint8Array, at: number): number {
    this.tokenOffset = this.base + at;
    this.gaps.end(this.tokenOffset);
    const word = wordOfByte[bytes[at] as number] as number;
    this.#word = word;
    const end = at + (word === falseWord ? 5 : 4);
    const isWhole = word <= nullWord && end <= bytes.length && this.#window.view.getInt32(end - 4) === wordEnds[word];
    if (isWhole) return this.#endWord(bytes, end);
    this.#wordAt = 0;
    return this.#goOnWord(bytes, at);
  }

  #goOnWord(bytes: Uint8Array, from: number): number {
    const word = wordBytes[this.#word] as Uint8Array;
    const end = Math.min(bytes.length, from + word.length - this.#wordAt);
    let at = from;
    for (let index = this.#wordAt; at < end; at++, index++) {
      if (bytes[at] !== word[index]) return this.#fail(bytes, at, `the word ${words[this.#word]}`);
    }
    this.#wordAt += at - from;
    if (this.#wordAt < word.length) {
      this.#pending = wordToken;
      return at;
    }
    this.#pending = noToken;
    if (this.#word > nullWord) {
      const expected = 'a number that JSON has';
      const { tokenOffset: offset, tokenLine: line } = this;
      this.faults.addSmall({ offset, line, expected, byte: word[0] as number });
    }
    return this.#endWord(bytes, at);
  }

  #endWord(bytes: Uint8Array, end: number): number {
    this.tokenBytes = this.base + end - this.tokenOffset;
    this.#sink.word(this.#word, this);
    return this.#endValue(bytes, end);
  }

  #expected(): string {
    if (this.#pending === stringToken || this.#pending === keyToken) return 'the end of the string';
    if (this.#pending === wordToken) return `the word ${words[this.#word]}`;
    return states.expectedWords[this.#state] as string;
  }

  #addSmall(bytes: Uint8Array, at: number, expected: string): void {
    this.faults.addSmall({ offset: this.base + at, line: this.tokenLine, expected, byte: bytes[at] as number });
  }

  #fail(bytes: Uint8Array, at: number, expected: string): number {
    this.faults.addHard({ offset: this.base + at, line: this.tokenLine, expected, byte: bytes[at] ?? -1 });
    this.#sink.abandon(at, this);
    this.#pending = noToken;
    this.#scanner.dropString();
    this.#nesting.depth = 0;
    if (this.#state === states.memberValue) this.gaps.end(this.base + at);
    this.gaps.drop();
    this.#state = states.stopped;
    return at;
  }

  /** Goes on behind the fault: at the next line in JSON Lines, otherwise nowhere. */
  #skip(bytes: Uint8Array, at: number): number {
    if (this.#isLines) {
      const next = afterLineFeed(bytes, at);
      return next < 0 ? bytes.length : next - 1;
    }
    this.tokenLine += countLineFeeds(bytes, at);
    return bytes.length;
  }

  #endLine(bytes: Uint8Array, at: number): void {
    const isCut = this.#pending !== noToken;
    if (this.#state === states.rootValue && !isCut) this.blankLines++;
    else if (this.#state < states.afterRoot) this.#fail(bytes, at, this.#expected());
    this.faults.endLine();
    this.#state = states.rootValue;
  }
}
