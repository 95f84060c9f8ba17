import { APICallError } from 'ai';
import { describe, expect, it } from 'vitest';
import { asFinal } from '../../../src/adapters/ai-sdk/final-error.ts';

const throttled = () =>
  new APICallError({ message: 'slow down', url: 'https://x.test', requestBodyValues: {}, statusCode: 429 });

describe('an error after which nothing is sent again', () => {
  it('is the same one, and the SDK does not try again', () => {
    const error = throttled();
    expect(error.isRetryable).toBe(true);
    expect(asFinal(error)).toBe(error);
    expect(error).toMatchObject({ isRetryable: false, statusCode: 429, message: 'slow down' });
    expect(APICallError.isInstance(error)).toBe(true);
  });

  it('says so where the class says something else', () => {
    class Busy extends Error {
      get isRetryable(): boolean {
        return true;
      }
    }
    expect(asFinal(new Busy('busy'))).toMatchObject({ isRetryable: false });
  });

  it.each([[undefined], ['text'], [{ isRetryable: true }], [new Error('no such field')]])(
    'is left alone: %j',
    (thrown) => {
      const before = JSON.stringify(thrown);
      expect(asFinal(thrown)).toBe(thrown);
      expect(JSON.stringify(thrown)).toBe(before);
    },
  );

  it('is handed on where it is frozen', () => {
    const error = Object.freeze(throttled());
    expect(asFinal(error)).toBe(error);
  });
});
