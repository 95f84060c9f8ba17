// The other side is packages/core/src/shape/log/follower-memory.ts.
//
// Memory: the lines to read at 0; from `entriesAt` on the templates that are known, each of `entryBytes`:
//     0  i32  variables
//     4  i32  1 where a timestamp stands before it
//     8  i32  lines followed since the other side has counted them
//    16  f64  number of the last of them
//    24  for each literal: i32 place in the entry, i32 bytes; the last one ends with the line feed
//   160  for each variable, of `variableBytes`:
//          0  f64  lowest value        8  f64  highest value
//         16  i32  spelling of lowest  20  i32  spelling of highest
//         24  i32  values known, or `tooMany`
//         32  f64[8]  values   96  i32[8]  their spellings   128  i32[8]  uses since the other side has counted them
//  2720  the literals, each at a multiple of 16

const entriesAt: usize = 69_632;
const entryBytes: usize = 3_584;
const segmentsAt: usize = 24;
const variablesAt: usize = 160;
const variableBytes: usize = 160;
const valuesAt: usize = 32;
const spellingsAt: usize = 96;
const usesAt: usize = 128;
const tooMany: i32 = 255;
const maxDigits: usize = 15;
/** Of longer lines than 1,024 bytes only the beginning decides; with a stamp up to this long no line here is so long. */
const longestStamp: usize = 64;
/** What was read of a line's variables: a value, its spelling, and which of the known values it is. */
const readAt: usize = 126_976;
const readBytes: usize = 16;
/** The number of the last line that was followed. */
const lastLineAt: usize = 127_488;

const zero: u8 = 0x30;

/** The template of the line before: the next line is most often one of the same. */
let recent: i32 = 0;

/**
 * Counts lines from `from` on, as long as each is one of the templates and its numbers are known or need no new place.
 * Returns where the first other line begins; `until` where there is none. `before` is the number of the line before.
 */
export function follow(from: usize, until: usize, before: f64, entries: i32): usize {
  let at = from;
  let line = before;
  while (at < until) {
    const next = followLine(at, line + 1, entries);
    if (next === 0) break;
    at = next;
    line += 1;
  }
  store<f64>(lastLineAt, line);
  return at;
}

function followLine(at: usize, line: f64, entries: i32): usize {
  const start = afterTimestamp(at);
  if (start - at > longestStamp) return 0;
  const isStamped = i32(start > at);
  const next = recent < entries ? followEntry(recent, isStamped, start, line) : <usize>0;
  if (next !== 0) return next;
  for (let entry = 0; entry < entries; entry++) {
    const other = entry === recent ? <usize>0 : followEntry(entry, isStamped, start, line);
    if (other === 0) continue;
    recent = entry;
    return other;
  }
  return 0;
}

function followEntry(index: i32, isStamped: i32, start: usize, line: f64): usize {
  const entry = entriesAt + <usize>index * entryBytes;
  if (load<i32>(entry, 4) !== isStamped) return 0;
  const variables = load<i32>(entry);
  let at = start;
  let segment = entry + segmentsAt;
  let variable = entry + variablesAt;
  let read = readAt;
  for (let left = variables; ; left--) {
    const length = <usize>load<i32>(segment, 4);
    if (!isSame(at, entry + <usize>load<i32>(segment), length)) return 0;
    at += length;
    if (left === 0) break;
    at = readNumber(at, variable, read);
    if (at === 0) return 0;
    segment += 8;
    variable += variableBytes;
    read += readBytes;
  }
  store<i32>(entry, load<i32>(entry, 8) + 1, 8);
  store<f64>(entry, line, 16);
  countNumbers(entry, variables);
  return at;
}

/** Reads digits and finds them among the values known; 0 where they are too many digits, or a value to be known. */
function readNumber(start: usize, variable: usize, read: usize): usize {
  let at = start;
  let value: u64 = 0;
  for (let digit = load<u8>(at) - zero; digit <= 9; digit = load<u8>(++at) - zero) value = value * 10 + digit;
  const length = at - start;
  if (length === 0 || length > maxDigits) return 0;
  let zeros: usize = 0;
  while (zeros + 1 < length && load<u8>(start + zeros) === zero) zeros++;
  const spelling = <i32>((zeros << 7) | length);
  store<f64>(read, <f64>value);
  store<i32>(read, spelling, 8);
  const known = load<i32>(variable, 24);
  if (known === tooMany) return at;
  for (let index = 0; index < known; index++) {
    if (load<f64>(variable + valuesAt + <usize>index * 8) !== <f64>value) continue;
    if (load<i32>(variable + spellingsAt + <usize>index * 4) !== spelling) continue;
    store<i32>(read, index, 12);
    return at;
  }
  return 0;
}

function countNumbers(entry: usize, variables: i32): void {
  let variable = entry + variablesAt;
  let read = readAt;
  for (let left = variables; left > 0; left--) {
    const value = load<f64>(read);
    if (value < load<f64>(variable)) {
      store<f64>(variable, value);
      store<i32>(variable, load<i32>(read, 8), 16);
    }
    if (value > load<f64>(variable, 8)) {
      store<f64>(variable, value, 8);
      store<i32>(variable, load<i32>(read, 8), 20);
    }
    if (load<i32>(variable, 24) !== tooMany) {
      const uses = variable + usesAt + <usize>load<i32>(read, 12) * 4;
      store<i32>(uses, load<i32>(uses) + 1);
    }
    variable += variableBytes;
    read += readBytes;
  }
}

function isSame(bytes: usize, literal: usize, length: usize): bool {
  let left = length;
  for (; left >= 16; left -= 16, bytes += 16, literal += 16) {
    if (v128.any_true(i8x16.ne(v128.load(bytes), v128.load(literal)))) return false;
  }
  const differing = i8x16.bitmask(i8x16.ne(v128.load(bytes), v128.load(literal)));
  return (differing & ((1 << (<i32>left)) - 1)) === 0;
}

/** As `afterTimestamp` of packages/core/src/shape/log/line-tokens.ts. A line feed stands behind the line, so nothing is read past it. */
function afterTimestamp(at: usize): usize {
  const from = load<u8>(at) === 0x5b ? at + 1 : at;
  // 0 to 9 in the places of digits, the mark itself in the others, anything between date and time.
  const lowest = i8x16(0x30, 0x30, 0x30, 0x30, 0x2d, 0x30, 0x30, 0x2d, 0x30, 0x30, 0, 0x30, 0x30, 0x3a, 0x30, 0x30);
  const widths = i8x16(9, 9, 9, 9, 0, 9, 9, 0, 9, 9, -1, 9, 9, 0, 9, 9);
  if (!i8x16.all_true(i8x16.le_u(i8x16.sub(v128.load(from), lowest), widths))) return at;
  const separator = load<u8>(from, 10);
  if (separator !== 0x54 && separator !== 0x20) return at;
  if (load<u8>(from, 16) !== 0x3a || !isDigit(from + 17) || !isDigit(from + 18)) return at;
  return afterZone(afterFraction(from + 19));
}

function afterFraction(at: usize): usize {
  const mark = load<u8>(at);
  return (mark === 0x2e || mark === 0x2c) && isDigit(at + 1) ? endOfDigits(at + 1) : at;
}

function afterZone(at: usize): usize {
  const mark = load<u8>(at);
  if (mark === 0x5a) return at + 1;
  if (mark !== 0x2b && mark !== 0x2d) return at;
  const hours = endOfDigits(at + 1);
  if (hours - at === 5) return hours;
  if (hours - at !== 3) return at;
  return load<u8>(hours) === 0x3a && endOfDigits(hours + 1) === hours + 3 ? hours + 3 : hours;
}

function endOfDigits(at: usize): usize {
  while (isDigit(at)) at++;
  return at;
}

function isDigit(at: usize): bool {
  return load<u8>(at) - zero <= 9;
}
