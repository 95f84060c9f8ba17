import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../../src/testing/providers/rules/check-request.ts';
import type { ProviderApi } from '../../src/testing/providers/rules/rule.ts';
import { arbitraryTranscript } from '../support/arbitrary-transcript.ts';
import { pictures } from '../support/pictures.ts';
import { callsAndResults, exchangeIds, insertBefore, moveBefore, remove } from '../support/transcript-edits.ts';

const apis: readonly ProviderApi[] = [
  'anthropic-messages',
  'bedrock-converse',
  'gemini',
  'openai-chat',
  'openai-responses',
];
const runs = { numRuns: 300 };
const runsOfManyEdits = { numRuns: 50 };
const pairing = /^(?:result-|call-order|calls-empty|content-empty|parts-empty|role-order|reasoning-alone)/;

describe.each(apis)('rules of %s over generated conversations', (api) => {
  // Fails when a rule refuses what its provider takes: results in another order than their calls, say.
  it('take every one that is whole', () => {
    let calls = 0;
    let parallel = 0;
    let withPicture = 0;
    fc.assert(
      fc.property(arbitraryTranscript(api), (body) => {
        const found = callsAndResults(api, body);
        calls += found.calls.length;
        parallel += found.calls.some(({ index }) => index > 0) ? 1 : 0;
        withPicture += pictures.some(({ base64 }) => JSON.stringify(body).includes(base64)) ? 1 : 0;
        expect(found.results.length).toBe(found.calls.length);
        expect(checkRequest(api, body)).toEqual([]);
      }),
      runs,
    );
    expect(calls).toBeGreaterThan(500);
    expect(parallel).toBeGreaterThan(50);
    expect(withPicture).toBeGreaterThan(50);
  }, 120_000);

  // Fails when only the number of results is compared, or only a step that has none at all is seen.
  it('refuse every one without any single call or result', () => {
    let edits = 0;
    fc.assert(
      fc.property(arbitraryTranscript(api, { maxTurns: 2, maxResultBytes: 60 }), (body) => {
        const { calls, results } = callsAndResults(api, body);
        for (const place of [...calls, ...results]) {
          edits++;
          expect(checkRequest(api, remove(body, place)).some(({ rule }) => pairing.test(rule))).toBe(true);
        }
      }),
      runsOfManyEdits,
    );
    expect(edits).toBeGreaterThan(100);
  }, 120_000);

  // Fails when a result is looked for anywhere in the conversation.
  it('refuse every one in which any single result stands before its call', () => {
    let edits = 0;
    fc.assert(
      fc.property(arbitraryTranscript(api, { maxTurns: 2, maxResultBytes: 60 }), (body) => {
        const { calls, results } = callsAndResults(api, body);
        for (const result of results) {
          const call = calls.find(({ id }) => id === result.id);
          edits++;
          expect(call).toBeDefined();
          if (call === undefined) return;
          expect(checkRequest(api, moveBefore(body, result, call)).some(({ rule }) => pairing.test(rule))).toBe(true);
        }
      }),
      runsOfManyEdits,
    );
    expect(edits).toBeGreaterThan(50);
  }, 120_000);

  // Fails when ids are compared over the whole conversation and not within a step.
  it('refuse every one in which results of two steps have exchanged their ids', () => {
    let edits = 0;
    fc.assert(
      fc.property(arbitraryTranscript(api, { maxTurns: 3, maxResultBytes: 60 }), (body) => {
        const { results } = callsAndResults(api, body);
        const [first] = results;
        const last = results.at(-1);
        if (first === undefined || last === undefined || first.step === last.step) return;
        edits++;
        expect(checkRequest(api, exchangeIds(body, first, last)).map(({ rule }) => rule)).toContain(
          'result-without-call',
        );
      }),
      runs,
    );
    expect(edits).toBeGreaterThan(50);
  }, 120_000);
});

// OpenAI Responses matches calls and outputs by id alone, so that others may stand between them.
describe.each(apis.filter((api) => api !== 'openai-responses'))('rules of %s over generated conversations', (api) => {
  // Fails when results may come after what the user says behind the calls.
  it('BC-131 refuse every one in which something stands between calls and results', () => {
    let edits = 0;
    fc.assert(
      fc.property(arbitraryTranscript(api, { maxTurns: 2, maxResultBytes: 60 }), (body) => {
        for (const result of callsAndResults(api, body).results) {
          edits++;
          expect(checkRequest(api, insertBefore(body, result)).some(({ rule }) => pairing.test(rule))).toBe(true);
        }
      }),
      runsOfManyEdits,
    );
    expect(edits).toBeGreaterThan(50);
  }, 120_000);
});

describe('generated conversations', () => {
  // Fails when the size is counted in characters, or for each text alone.
  it.each([80, 5_000])('have results of up to %i bytes, and some of exactly as many', (maxResultBytes) => {
    let atLimit = 0;
    fc.assert(
      fc.property(arbitraryTranscript('bedrock-converse', { maxTurns: 2, maxResultBytes }), (body) => {
        for (const bytes of resultBytes(body)) {
          atLimit += bytes > maxResultBytes - 4 ? 1 : 0;
          expect(bytes).toBeLessThanOrEqual(maxResultBytes);
        }
      }),
      { numRuns: 100 },
    );
    expect(atLimit).toBeGreaterThan(20);
  });
});

/** The bytes of all texts of each result. */
function resultBytes(body: object): number[] {
  const { messages } = body as { messages: { content: { toolResult?: { content: { text?: string }[] } }[] }[] };
  const results = messages.flatMap(({ content }) => content.flatMap(({ toolResult }) => toolResult ?? []));
  return results.map(({ content }) => content.reduce((sum, { text = '' }) => sum + Buffer.byteLength(text), 0));
}
