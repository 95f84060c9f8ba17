import { bound, presentCapture, startCapture } from './bound/bound.ts';
import type { Boundary } from './bound/boundary.ts';
import type { Captured } from './bound/capture.ts';
import { createNoticeLog } from './bound/notice-log.ts';
import { programResult } from './bound/program-result.ts';
import { createProvenance } from './bound/provenance.ts';
import { defaultReaderNames, type ReaderNames } from './bound/reader-names.ts';
import { resolveSettings } from './bound/resolve-settings.ts';
import type { BoundContext, BoundedResult, ProgramResult, ToolResult } from './bound/result.ts';
import type { Settings } from './bound/settings.ts';
import { formatCall, type NextCall } from './content.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import type { KeyMode } from './guard/key-mode.ts';
import { withoutKeys } from './guard/without-keys.ts';
import { createReaders, type Readers } from './readers.ts';
import { createDefaultStore } from './store/default-store.ts';
import { defaultScope } from './store/scope.ts';
import type { Store } from './store/store.ts';

/** How a Spillway is set up. Everything has a default. */
export interface SpillwayOptions {
  /** Limits set in code; one out of bounds throws. */
  readonly budget?: Partial<Settings>;
  /** Limits that are resolved already, instead of `budget`. */
  readonly settings?: Settings;
  /** Default: the store that every command and adapter of this user shares, within these limits. */
  readonly store?: Store;
  /** Default: the project of the working directory; see `defaultScope`. */
  readonly scope?: string;
  /** The readers as the model's tool list names them. Default: `read_result` and `grep_result`. */
  readonly readers?: ReaderNames;
  /** How a notice writes a call. Default: the tool's name, a space and one JSON object. */
  readonly formatCall?: (call: NextCall) => string;
  /** The owner has bodies of private keys shown and kept, whatever `keyPolicy` says. Default: false. */
  readonly includeKeys?: boolean;
}

/** Receives one result in pieces; see `Spillway.capture`. */
export interface ResultCapture {
  /** Resolves when more is welcome; does not keep the piece. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Ends the result; `context` adds what was not known of the call when it began, such as its arguments. */
  end(context?: Partial<BoundContext>): Promise<Captured>;
  /** Makes what is delivered; may be called again with other limits. */
  present(captured: Captured, context?: Partial<BoundContext>): Promise<BoundedResult>;
  abort(): Promise<void>;
}

/** The boundary that every tool result crosses. */
export interface Spillway extends Readers {
  readonly settings: Settings;
  readonly store: Store;
  readonly scope: string;
  readonly events: EventLog;
  /** What is done about bodies of private keys; give it to `fileTarget` for files. */
  readonly keys: KeyMode;
  /**
   * Masks the bodies of private keys in bytes that are sent without being bounded. Contract: the same array where there is
   * none, or where the owner includes keys; else a copy of the same length, in which JSON stays JSON.
   */
  withoutKeys(bytes: Uint8Array): Uint8Array;
  bound(result: ToolResult, context: BoundContext & { consumer: 'program' }): Promise<ProgramResult>;
  bound(result: ToolResult, context: BoundContext & { consumer?: 'model' | 'json' }): Promise<BoundedResult>;
  /** Bounds a result that arrives in pieces, with memory that does not grow with it. */
  capture(context: BoundContext): ResultCapture;
  close(): Promise<void>;
}

/**
 * Creates the boundary between tools and a model.
 *
 * Contract: costs nothing until the first result; holds no more memory than a few budgets.
 * @throws SpillwayError `setting-invalid` for a limit out of bounds.
 */
export function createSpillway(options: SpillwayOptions = {}): Spillway {
  const events = createEventLog();
  const settings = options.settings ?? resolveSettings([{ source: 'code', values: options.budget ?? {} }]).settings;
  const boundary: Boundary = {
    store: options.store ?? createDefaultStore({ ...settings, onEvent: (event) => events.emit(event) }),
    scope: options.scope ?? defaultScope(),
    settings,
    readers: options.readers ?? defaultReaderNames,
    formatCall: options.formatCall ?? formatCall,
    notices: createNoticeLog(),
    keys: options.includeKeys === true ? 'include' : settings.keyPolicy,
  };
  const report = (result: BoundedResult, toolName: string): BoundedResult => {
    reportBounded(events, result, toolName);
    return result;
  };
  async function boundResult(
    result: ToolResult,
    context: BoundContext & { consumer: 'program' },
  ): Promise<ProgramResult>;
  async function boundResult(
    result: ToolResult,
    context: BoundContext & { consumer?: 'model' | 'json' },
  ): Promise<BoundedResult>;
  async function boundResult(result: ToolResult, context: BoundContext): Promise<BoundedResult | ProgramResult> {
    if (context.consumer === 'program') return programResult(result, context.isError ?? false);
    return report(await bound(boundary, result, context), context.toolName);
  }
  return {
    settings: boundary.settings,
    store: boundary.store,
    scope: boundary.scope,
    events,
    keys: boundary.keys,
    withoutKeys: (bytes) => (boundary.keys === 'include' ? bytes : withoutKeys(bytes)),
    bound: boundResult,
    capture(context) {
      const capture = startCapture(boundary, context);
      return {
        write: (piece) => capture.write(piece),
        end: (more) => capture.end(more && createProvenance(boundary, { ...context, ...more })),
        present: async (captured, changes = {}) =>
          report(await presentCapture(boundary, capture, captured, { ...context, ...changes }), context.toolName),
        abort: () => capture.abort(),
      };
    },
    ...createReaders(boundary, events),
    close: async () => boundary.store.close?.(),
  };
}

function reportBounded(events: EventLog, result: BoundedResult, toolName: string): void {
  const { producedBytes, deliveredBytes, handle, failure, withheldBytes } = result;
  const handleId = handle !== undefined && { handleId: handle.id };
  if (withheldBytes !== undefined) events.emit({ type: 'bytes-withheld', byteLength: withheldBytes, ...handleId });
  if (handle !== undefined) {
    events.emit({ type: 'result-spilled', toolName, byteLength: handle.byteLength, handleId: handle.id });
  } else if (failure !== undefined) {
    events.emit({ type: 'spill-failed', toolName, code: failure.code, producedBytes });
  }
  events.emit({
    type: 'result-bounded',
    toolName,
    producedBytes,
    deliveredBytes,
    ...handleId,
  });
}
