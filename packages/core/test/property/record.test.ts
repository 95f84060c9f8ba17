import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openRecord } from '../../src/recover/record/open-record.ts';
import { readRecord } from '../../src/recover/record/read-record.ts';
import type { RecordEvent, RecordWarning } from '../../src/recover/record/record.ts';
import { temporaryFolder } from '../store/support/temporary.ts';

/** Texts of any code units, halves of pairs too. */
const text = fc.array(fc.nat(0xffff), { maxLength: 40 }).map((units) => String.fromCharCode(...units));
const value = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, fc.double(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
})).value;
const event = fc.record({ type: text, value }) as fc.Arbitrary<RecordEvent>;

type Step = { readonly append: readonly RecordEvent[] } | { readonly cutBytes: number } | { readonly reopen: true };
const steps: fc.Arbitrary<Step[]> = fc.array<Step>(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ append: fc.array(event, { minLength: 1, maxLength: 5 }) }) },
    { weight: 2, arbitrary: fc.record({ cutBytes: fc.integer({ min: 1, max: 300 }) }) },
    { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
  ),
  { minLength: 2, maxLength: 10 },
);

/** What JSON makes of an event: no number but finite ones, no zero below zero. */
const asJson = (whole: RecordEvent): RecordEvent => JSON.parse(JSON.stringify(whole));

async function read(path: string, from: number): Promise<{ events: [number, RecordEvent][]; kinds: string[] }> {
  const events: [number, RecordEvent][] = [];
  const kinds: string[] = [];
  const onWarning = ({ kind }: RecordWarning): void => void kinds.push(kind);
  for await (const { seq, event } of readRecord(path, { from, onWarning })) events.push([seq, event]);
  return { events, kinds };
}

// Fails when a cut line is read, its number is skipped, or a value comes back as another.
it('lossless: whatever is appended, and wherever the file is cut, whole events come back exactly and numbered', async () => {
  const folder = temporaryFolder({ inMemory: true });
  let number = 0;
  let cutLines = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(30), async (history, from) => {
      const path = join(folder, `${number++}.jsonl`);
      let record = await openRecord(path);
      const headerBytes = record.byteLength;
      let expected: { readonly event: RecordEvent; readonly end: number }[] = [];
      for (const step of history) {
        if ('append' in step) {
          const seqs = await Promise.all(step.append.map((one) => record.append(one)));
          expect(seqs).toEqual(step.append.map((_, index) => expected.length + 1 + index));
          // Where each line ends is found by its length: all that is known from outside is where the last one does.
          let end = record.byteLength;
          const added = [...step.append].reverse().map((one, index) => {
            const mine = { event: asJson(one), end };
            const seq = expected.length + step.append.length - index;
            end -= Buffer.byteLength(`{"seq":${seq},"at":"2026-11-30T00:00:00.000Z","event":${JSON.stringify(one)}}\n`);
            return mine;
          });
          expected = [...expected, ...added.reverse()];
          continue;
        }
        await record.close();
        if ('cutBytes' in step) {
          const size = Math.max(headerBytes, statSync(path).size - step.cutBytes);
          truncateSync(path, size);
          expected = expected.filter(({ end }) => end <= size);
          if (size > (expected.at(-1)?.end ?? headerBytes)) cutLines++;
        }
        record = await openRecord(path);
        expect(record.eventCount).toBe(expected.length);
      }
      await record.close();
      const numbered = expected.map((one, index) => [index + 1, one.event]);
      const whole = await read(path, 1);
      expect(whole.events).toStrictEqual(numbered);
      expect(whole.kinds.filter((kind) => kind !== 'torn')).toEqual([]);
      expect((await read(path, from + 1)).events).toStrictEqual(numbered.slice(from));
    }),
    { numRuns: 150 },
  );
  expect(cutLines).toBeGreaterThan(50);
}, 120_000);
