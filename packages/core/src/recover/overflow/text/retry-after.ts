const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const wait = /\b(?:try again|retry|retrying|reset|resets|available|wait)\b[ \w]{0,20}?\b(?:in|after|for)\b:? {0,2}/gi;
const part =
  /^ {0,2}(\d{1,9}(?:\.\d{1,9})?) {0,2}(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)\b/i;
const packed = /^(\d{1,6}(?:\.\d{1,9})?)(ms|s|m|h|d)/i;

/** Reads how long to wait from words such as `Please try again in 9m38.016s` and `retry after 26 seconds`. */
export function textDelay(text: string): number | undefined {
  for (const found of text.slice(0, 8_192).matchAll(wait)) {
    const delay = readDelay(text.slice(found.index + found[0].length, found.index + found[0].length + 80));
    if (delay !== undefined) return delay;
  }
  return undefined;
}

function readDelay(text: string): number | undefined {
  let rest = text;
  let sum: number | undefined;
  for (let found = nextPart(rest); found !== undefined; found = nextPart(rest)) {
    sum = (sum ?? 0) + found.ms;
    rest = rest.slice(found.length);
  }
  return sum === undefined ? undefined : Math.ceil(sum);
}

function nextPart(text: string): { ms: number; length: number } | undefined {
  const found = part.exec(text) ?? packed.exec(text);
  if (found === null) return undefined;
  const name = (found[2] as string).toLowerCase();
  const unit = /^(?:ms|milli)/.test(name) ? 'ms' : (name[0] as string);
  return { ms: Number(found[1]) * (unitMs[unit] as number), length: found[0].length };
}

/**
 * Reads `retry-after-ms` and `retry-after` of a response's headers.
 *
 * Contract: takes a Headers object, a Map or a plain object. A date counts from the `date` header, as no clock is read.
 */
export function headersDelay(headers: unknown): number | undefined {
  const inMs = Number(header(headers, 'retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(inMs) && inMs >= 0) return Math.ceil(inMs);
  const after = header(headers, 'retry-after');
  if (after === undefined) return undefined;
  const seconds = Number(after);
  if (Number.isFinite(seconds)) return seconds >= 0 ? Math.ceil(seconds * 1_000) : undefined;
  const wait = Date.parse(after) - Date.parse(header(headers, 'date') ?? '');
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
}

function header(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const get: unknown = Reflect.get(headers, 'get');
  const value: unknown =
    typeof get === 'function'
      ? get.call(headers, name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' || typeof first === 'number' ? String(first) : undefined;
}
