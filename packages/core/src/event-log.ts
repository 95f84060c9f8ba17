import type { SpillwayEvent } from './events.ts';
import { setNewest } from './set-newest.ts';

/** How often a handle was read. */
export interface HandleUse {
  readonly readCount: number;
  /** Milliseconds since the epoch. */
  readonly lastReadAt: number;
}

/** An event before its time is stamped. */
export type EventFacts = SpillwayEvent extends infer Event
  ? Event extends SpillwayEvent
    ? Omit<Event, 'at'>
    : never
  : never;

/** What happened lately, for measuring. */
export interface EventLog {
  emit(event: EventFacts): void;
  /** Calls the listener for each event from now on; returns the function that stops it. */
  on(listener: (event: SpillwayEvent) => void): () => void;
  /** Returns the last events, oldest first. */
  recent(): readonly SpillwayEvent[];
  /** Returns how often a handle was read or searched in this process. */
  use(handleId: string): HandleUse | undefined;
}

const recentEvents = 1_000;
const knownHandles = 10_000;

/**
 * Creates an event log.
 *
 * Contract: holds at most 1,000 events and the use of 10,000 handles, the oldest leaving first; events carry no
 * payload; a listener is called at once, may not block, and its failure changes nothing.
 */
export function createEventLog(now: () => number = Date.now): EventLog {
  const recent: SpillwayEvent[] = [];
  const uses = new Map<string, HandleUse>();
  const listeners = new Set<(event: SpillwayEvent) => void>();
  return {
    emit(facts) {
      const event = { ...facts, at: now() } as SpillwayEvent;
      recent.push(event);
      if (recent.length > recentEvents) recent.shift();
      if (isUse(event)) countUse(uses, event.handleId, event.at);
      for (const listener of listeners) callListener(listener, event);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recent: () => [...recent],
    use: (handleId) => uses.get(handleId),
  };
}

function isUse(event: SpillwayEvent): event is SpillwayEvent & { readonly handleId: string } {
  return event.type === 'handle-read' || event.type === 'handle-grepped' || event.type === 'handle-queried';
}

function countUse(uses: Map<string, HandleUse>, handleId: string, at: number): void {
  const readCount = (uses.get(handleId)?.readCount ?? 0) + 1;
  setNewest(uses, handleId, { readCount, lastReadAt: at }, knownHandles);
}

function callListener(listener: (event: SpillwayEvent) => void, event: SpillwayEvent): void {
  try {
    listener(event);
  } catch {
    // A listener's failure is its own: bounding goes on.
  }
}
