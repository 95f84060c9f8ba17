import { describe, expect, it } from 'vitest';
import { remember, settle } from '../../../src/recover/wire/settled.ts';

type Work = (value: { text: string }, about: string) => string;

/** A function that says how often it worked. */
function counted(): { readonly work: Work; readonly count: () => number } {
  let count = 0;
  const work: Work = remember((value, about) => {
    count += 1;
    return `${count} ${value.text} ${about}`;
  });
  return { work, count: () => count };
}

describe('remember', () => {
  it('works once on what is settled, and again when it is asked about something else', () => {
    const made = counted();
    const value = settle({ text: 'a' });
    expect([made.work(value, 'x'), made.work(value, 'x'), made.work(value, 'y'), made.work(value, 'x')]).toEqual([
      '1 a x',
      '1 a x',
      '2 a y',
      '3 a x',
    ]);
  });

  it('works each time on what may change, whoever froze it', () => {
    const made = counted();
    const value = Object.freeze({ text: 'a' });
    expect([made.work(value, 'x'), made.work(value, 'x')]).toEqual(['1 a x', '2 a x']);
  });

  it('keeps the answers of functions apart', () => {
    const [one, other] = [counted(), counted()];
    const value = settle({ text: 'a' });
    expect([one.work(value, 'x'), other.work(value, 'x'), one.count(), other.count()]).toEqual([
      '1 a x',
      '1 a x',
      1,
      1,
    ]);
  });

  it('has answers of functions that were made after the value was settled', () => {
    const value = settle({ text: 'a' });
    const made = counted();
    expect([made.work(value, 'x'), made.work(value, 'x')]).toEqual(['1 a x', '1 a x']);
  });
});

describe('settle', () => {
  it('freezes all that a message holds, but its bytes', () => {
    const bytes = new Uint8Array([1]);
    const message = settle({ content: [{ text: 'a', source: { bytes } }] });
    expect(() => Object.assign(message.content[0]?.source ?? {}, { more: 1 })).toThrow(TypeError);
    expect(() => message.content.push({ text: 'b', source: { bytes } })).toThrow(TypeError);
    expect(settle(message)).toBe(message);
  });
});
