const MIB = 1024 * 1024;

/**
 * Returns line `index` of a service log: mostly alike, numbers that vary, a warning now and then.
 *
 * @param {number} index
 */
function logLine(index) {
  const worker = index % 16;
  const second = new Date(Date.UTC(2026, 0, 1) + index * 37).toISOString();
  if (index % 25 === 7) return `${second} WARN [w${worker}] slow query ${500 + (index % 3000)}ms on orders\n`;
  return `${second} INFO [w${worker}] served request id=${100_000 + index} status=200 took=${index % 300}ms\n`;
}

/**
 * Returns a log of exactly so many mebibytes, the last line cut. ASCII, so characters are bytes.
 *
 * @param {number} mebibytes
 */
export function logText(mebibytes) {
  const length = mebibytes * MIB;
  const lines = [];
  for (let index = 0, total = 0; total < length; index += 1) {
    const line = logLine(index);
    lines.push(line);
    total += line.length;
  }
  return lines.join('').slice(0, length);
}

/**
 * Yields a marked log of so many mebibytes in chunks of 64 KiB, without ever holding more than one mebibyte of it: the
 * same mebibyte again and again, so that making it costs next to nothing.
 *
 * @param {string} mark
 * @param {number} mebibytes
 */
export async function* logStream(mark, mebibytes) {
  yield Buffer.from(`${mark}\n`);
  const block = Buffer.from(logText(1));
  const chunk = 64 * 1024;
  for (let round = 0; round < mebibytes; round += 1) {
    for (let offset = 0; offset < MIB; offset += chunk) yield block.subarray(offset, offset + chunk);
  }
}

/**
 * Yields a marked log of so many mebibytes in chunks of about 64 KiB, every line made anew: what a program has to do that
 * prints a log.
 *
 * @param {string} mark
 * @param {number} mebibytes
 */
export function* printedLog(mark, mebibytes) {
  let chunk = `${mark}\n`;
  for (let index = 0, left = mebibytes * MIB; left > 0; index += 1) {
    chunk += logLine(index);
    if (chunk.length < 64 * 1024) continue;
    yield Buffer.from(chunk, 'latin1');
    left -= chunk.length;
    chunk = '';
  }
}

/**
 * Returns a text with a first line of its own, as one flat string: joined lazily, the first to read it would pay.
 *
 * @param {string} mark
 * @param {string} text ASCII
 */
export function marked(mark, text) {
  return Buffer.from(`${mark}\n${text}`, 'latin1').toString('latin1');
}
