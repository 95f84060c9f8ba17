import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toClient } from '../../src/relay/downward.ts';
import { Session } from '../../src/relay/session.ts';
import { Upward } from '../../src/relay/upward.ts';
import { createTestBoundary } from '../support/boundary.ts';
import { LIMITS } from '../support/limits.ts';

const id = fc.oneof(
  fc.constantFrom<unknown>(1, '1', null, true, {}, 1.5),
  fc.integer({ min: 0, max: 3 }),
  fc.string({ maxLength: 2 }),
);
const method = fc.oneof(
  fc.constantFrom(
    'initialize',
    'server/discover',
    'tools/list',
    'tools/call',
    'tasks/result',
    'notifications/cancelled',
    'constructor',
    '__proto__',
  ),
  fc.string(),
);
const json = fc.jsonValue({ maxDepth: 3 });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: json });
const params = maybe(
  fc.record(
    {
      name: maybe(fc.constantFrom('read_result', 'grep_result', 'other')),
      arguments: json,
      cursor: json,
      requestId: id,
      clientInfo: maybe(fc.record({ name: maybe(fc.constantFrom('opencode', 'x')) })),
      _meta: maybe(
        fc.dictionary(
          fc.constantFrom('io.modelcontextprotocol/protocolVersion', 'io.modelcontextprotocol/clientInfo'),
          json,
        ),
      ),
    },
    { requiredKeys: [] },
  ),
);
const result = maybe(
  fc.record(
    {
      content: maybe(
        fc.array(
          maybe(
            fc.record(
              { type: maybe(fc.constantFrom('text', 'image', 'resource')), text: maybe(fc.string()), data: json },
              { requiredKeys: [] },
            ),
          ),
        ),
      ),
      structuredContent: json,
      isError: json,
      resultType: json,
      tools: maybe(fc.array(maybe(fc.record({ name: maybe(fc.string()), outputSchema: json }, { requiredKeys: [] })))),
      capabilities: json,
      nextCursor: json,
      _meta: json,
    },
    { requiredKeys: [] },
  ),
);
const fromClient = fc.record(
  { jsonrpc: fc.constant('2.0'), id, method, params, result: json },
  { requiredKeys: ['jsonrpc'] },
);
const fromServer = fc.record(
  { jsonrpc: fc.constant('2.0'), id, method, result, error: json },
  { requiredKeys: ['jsonrpc'] },
);
const batched = <T>(message: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: message }, { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }) });
const step = fc.oneof(
  batched(fromClient).map((message) => ({ up: JSON.stringify(message) })),
  batched(fromServer).map((message) => ({ down: JSON.stringify(message) })),
  fc.string({ unit: 'binary' }).map((text) => ({ down: text.replaceAll('\n', '') })),
);

describe('messages of any form', () => {
  // Fails when a handler is looked up in a plain object, or when a member is taken to be of its type.
  it('never make the relay throw, and what goes down is one line of JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const answers: Buffer[] = [];
        const session = new Session({ boundary: createTestBoundary(), limits: LIMITS, choices: {}, report: () => {} });
        const upward = new Upward(session, (frame) => answers.push(frame));
        for (const one of steps) {
          if ('up' in one) upward.toServer(Buffer.from(one.up));
          else {
            const outcome = await toClient(Buffer.from(one.down), session);
            if (outcome !== undefined) answers.push(outcome);
          }
        }
        await upward.settled();
        for (const answer of answers) {
          expect(answer.includes(0x0a)).toBe(false);
          expect(typeof JSON.parse(answer.toString('utf8'))).toBe('object');
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
