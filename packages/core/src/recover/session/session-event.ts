import type { Change } from '../view/change.ts';
import type { JsonObject } from '../wire/json.ts';

/**
 * What a session writes into its record. Events of other types may stand between them, and are passed over.
 *
 * `seq` in an event names the message that it is about.
 */
export type SessionEvent =
  /** One message, as the API has it; its results are bounded. */
  | { readonly type: 'message'; readonly message: JsonObject }
  /** All of the requests that follow but the messages: model, tools, instructions, reservation. */
  | { readonly type: 'request-base'; readonly base: JsonObject }
  /** Request `number` was sent, with what stands before this event, up to the message whose `seq` is `through`. */
  | {
      readonly type: 'request';
      readonly number: number;
      readonly through: number;
      readonly byteLength: number;
      readonly sha256: string;
    }
  | { readonly type: 'request-answered'; readonly number: number }
  | { readonly type: 'request-failed'; readonly number: number; readonly reason: string }
  /** A part of a message is sent in another form from here on. */
  | ({ readonly type: 'message-changed'; readonly seq: number } & Omit<Change, 'index'>)
  /** What was shortened of a message is sent as before from here on. */
  | { readonly type: 'message-restored'; readonly seq: number }
  /** A message that could not be sent is left out from here on. */
  | { readonly type: 'message-withdrawn'; readonly seq: number };
