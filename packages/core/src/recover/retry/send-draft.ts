import { weigh } from '../view/weigh.ts';
import { ask, type Refused, type Send } from './ask.ts';
import { changeNamed, changeSize } from './change-draft.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { type Draft, toBody } from './draft.ts';
import { noteAnswer } from './note-answer.ts';
import { noteRefusal } from './note-refusal.ts';
import { type GivenUp, overflowError } from './overflow-error.ts';
import { isResponse } from './read-response.ts';
import { modelOf, type RecoveryState } from './recovery-state.ts';
import { surface } from './surface.ts';
import { wait, waitBefore, waitForRoom } from './waiting.ts';

/** Sends a request until it is answered, cannot be made to fit, or is refused for another reason than size. */
export async function sendDraft<R>(
  state: RecoveryState,
  first: Draft,
  send: Send<R>,
  signal: AbortSignal | undefined,
): Promise<R> {
  const { options } = state;
  let draft = first;
  let retries = 0;
  for (let number = 1; ; number += 1) {
    const attempt = { number, ...(signal && { signal }) };
    const reply = await ask(send, toBody(draft), attempt, draft.format.name, options);
    if (reply.kind === 'answer') {
      noteAnswer(state, draft, reply.usage);
      return reply.answer;
    }
    const { retryAfterMs } = reply.classification;
    const facts = noteRefusal(state, draft, reply.classification);
    const decision = decide(reply.classification, facts);
    let afterMs = 0;
    if (decision.kind === 'wait') {
      const waitMs = waitBefore(retries, retryAfterMs, state.retry);
      if (waitMs === undefined) return surface(reply, facts, state);
      afterMs = waitMs;
      retries += 1;
    } else {
      const changed = await change(state, draft, decision, reply, draft !== first);
      if (changed === undefined) return surface(reply, facts, state);
      draft = changed;
      if (decision.kind === 'change' && decision.waits) afterMs = waitForRoom(retryAfterMs, state.retry);
    }
    await drop(reply);
    state.tell({ type: 'request-retried', afterMs, isChanged: decision.kind !== 'wait' });
    if (afterMs > 0) await (options.wait ?? wait)(afterMs, signal);
  }
}

/** Returns the request to send instead, or nothing where the refusal is not about what could be changed. */
async function change<R>(
  state: RecoveryState,
  draft: Draft,
  decision: Exclude<Decision, { kind: 'wait' }>,
  reply: Refused<R>,
  isChanged: boolean,
): Promise<Draft | undefined> {
  if (decision.kind === 'surface') return undefined;
  if (isChanged) {
    if (decision.kind === 'change') modelOf(state, draft).isStuck = true;
    return end(state, draft, reply, 'still-too-large');
  }
  const changed =
    decision.kind === 'change'
      ? await changeSize(state, draft, decision)
      : await changeNamed(state, draft, decision, reply.classification);
  return typeof changed === 'string' ? end(state, draft, reply, changed) : changed;
}

function end<R>(state: RecoveryState, draft: Draft, { classification, by }: Refused<R>, givenUp: GivenUp): never {
  state.tell({ type: 'recovery-ended', givenUp });
  const cause = 'thrown' in by ? by.thrown : by.returned;
  throw overflowError(givenUp, classification, weigh(toBody(draft), draft.format), cause);
}

/** Lets go of a response that nobody will read. */
async function drop<R>({ by }: Refused<R>): Promise<void> {
  if ('returned' in by && isResponse(by.returned) && !by.returned.bodyUsed)
    await by.returned.body?.cancel().catch(() => {});
}
