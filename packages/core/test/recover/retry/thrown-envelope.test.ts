import { expect, it } from 'vitest';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';
import { thrownEnvelope } from '../../../src/recover/retry/thrown-envelope.ts';

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
const aws = Object.defineProperty(named('ThrottlingException', 'Too many requests, please wait.'), '$response', {
  value: { headers: { 'retry-after': '7' } },
  enumerable: false,
});

it.each([
  [
    'a time-out of fetch',
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
    true,
    undefined,
  ],
  [
    'a time-out of AWS',
    named('TimeoutError', 'Unexpected error: http2 request did not get a response'),
    true,
    undefined,
  ],
  ['a throttle of AWS', aws, true, 7_000],
  ['an abort of fetch', new DOMException('This operation was aborted', 'AbortError'), false, undefined],
  ['an abort of an SDK', named('APIUserAbortError', 'Request was aborted.'), false, undefined],
  ['a mistake of the caller', new TypeError("Cannot read properties of undefined (reading 'url')"), false, undefined],
  ['a text', 'no', false, undefined],
  ['nothing', undefined, false, undefined],
])('%s', (_, error, isRetryable, retryAfterMs) => {
  const classification = classifyOverflow(thrownEnvelope(error));
  expect(classification).toMatchObject({ outcome: 'none', isRetryable });
  expect(classification.retryAfterMs).toBe(retryAfterMs);
});
