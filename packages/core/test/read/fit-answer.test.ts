import { describe, expect, it } from 'vitest';
import { sentBytes } from '../../../../test/support/sent-bytes.ts';
import { SpillwayError } from '../../src/errors.ts';
import { type AnswerBudget, fitAnswer } from '../../src/read/fit-answer.ts';

const toFields = (page: number) => ({ kept: page });

/** A page is the number of its content bytes; around them stand `fixed` bytes. */
function fitted(budget: AnswerBudget, fixed: number, asked: number[] = []) {
  return fitAnswer(budget, { what: 'a page', toFields }, async (maxContentBytes) => {
    asked.push(maxContentBytes);
    return { page: maxContentBytes, text: 'h'.repeat(fixed) + 'c'.repeat(maxContentBytes) };
  });
}

async function failure(promise: Promise<unknown>): Promise<SpillwayError> {
  return promise.then(
    () => expect.fail('there was no error'),
    (error: unknown) => (SpillwayError.isInstance(error) ? error : expect.fail(String(error))),
  );
}

/** `[{"type":"text","text":""}]` has 27 bytes. */
describe('an answer within a budget', () => {
  it('is made once where what stands around the content is as usual', async () => {
    const asked: number[] = [];
    const { page, text } = await fitted({ maxBytes: 65_536 }, 600, asked);
    expect(asked).toEqual([64_512]);
    expect(page).toBe(64_512);
    expect(sentBytes(text)).toBeLessThanOrEqual(65_536);
  });

  it('is made again with what is left', async () => {
    const asked: number[] = [];
    const { text } = await fitted({ maxBytes: 65_536 }, 2000, asked);
    expect(asked).toEqual([64_512, 63_509]);
    expect(sentBytes(text)).toBe(65_536);
  });

  it('has its fields where they are wanted and the budget is not small', async () => {
    expect((await fitted({ maxBytes: 2048, withFields: true }, 100)).fields).toEqual({ kept: 1728 });
    expect((await fitted({ maxBytes: 2047, withFields: true }, 100)).fields).toBeUndefined();
    expect((await fitted({ maxBytes: 2048 }, 100)).fields).toBeUndefined();
  });

  it('gives the fields up before it gives up', async () => {
    const { page, fields } = await fitted({ maxBytes: 2048, withFields: true }, 1700);
    expect(page).toBe(320);
    expect(fields).toBeUndefined();
  });

  it('keeps 320 bytes for the content, to the byte', async () => {
    expect((await fitted({ maxBytes: 1024 }, 1024 - 27 - 320)).page).toBe(320);
    const error = await failure(fitted({ maxBytes: 1024 }, 1024 - 27 - 319));
    expect(error.code).toBe('budget-too-small');
    expect(error.message).toBe('a page does not fit into maxResultBytes 1024; it needs 1025');
    expect(error.facts).toEqual({ maxResultBytes: 1024, neededBytes: 1025 });
  });

  it('succeeds with the limit that the error names', async () => {
    for (const fixed of [700, 1500, 2000, 5000, 100_000]) {
      for (const envelopeBytes of [0, 300]) {
        const { facts } = await failure(
          fitted({ maxBytes: 1024 - envelopeBytes, envelopeBytes, withFields: true }, fixed),
        );
        expect(facts.maxResultBytes).toBe(1024);
        const needed = Number(facts.neededBytes);
        const { page } = await fitted({ maxBytes: needed - envelopeBytes, envelopeBytes, withFields: true }, fixed);
        expect(page).toBe(320);
        await failure(fitted({ maxBytes: needed - envelopeBytes - 1, envelopeBytes, withFields: true }, fixed));
      }
    }
  });

  it('is not refused where little content needs no more', async () => {
    const answer = await fitAnswer({ maxBytes: 100 }, { what: 'a page', toFields }, async () => ({
      page: 1,
      text: 'c'.repeat(73),
    }));
    expect(answer.page).toBe(1);
  });

  it('tells a model what it can do', async () => {
    const form = { what: 'a search', advice: 'Use a shorter pattern.', toFields };
    const error = await failure(fitAnswer({ maxBytes: 1024 }, form, async () => ({ page: 0, text: 'h'.repeat(2000) })));
    expect(error.toModelText()).toBe(
      'a search does not fit into maxResultBytes 1024; it needs 2027. Use a shorter pattern.',
    );
    const helpless = await failure(
      fitAnswer({ maxBytes: 1024 }, { what: 'a page', toFields }, async () => ({ page: 0, text: 'h'.repeat(2000) })),
    );
    expect(helpless.toModelText()).toBe(
      'a page does not fit into maxResultBytes 1024; it needs 2027. Ask the user for a larger limit.',
    );
  });
});
