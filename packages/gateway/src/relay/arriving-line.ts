import { findOpenString, type Step } from '../json/open-string.ts';
import { findStringEnd } from '../json/scan.ts';
import { ArrivingText } from '../results/arriving-text.ts';
import type { Session } from './session.ts';

/** No budget is larger, so a text that has passed it is stored whatever follows. */
const LARGE_TEXT_BYTES = 1_048_576;
/** What stands before the text: a message and a result with little else in them. */
const MAX_HEAD_BYTES = 65_536;
const TEXT_PATH: readonly Step[] = ['result', 'content', 0, 'text'];

/**
 * Watches the line that the server is sending, and begins to take the text of a large tool result before it is whole.
 *
 * Contract: looks at the beginning of a line once, when it is large; what is no tool result with a long first text is
 * left alone.
 */
export class ArrivingLine {
  readonly #session: Session;
  #text: ArrivingText | undefined;
  #isDecided = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Sees the line as far as it has come; nothing where it is too large to be kept. */
  see(line: Buffer | undefined): void {
    if (line === undefined) this.#text?.close();
    else if (this.#text !== undefined) this.#text.arrived(line);
    else if (!this.#isDecided && line.length >= LARGE_TEXT_BYTES + MAX_HEAD_BYTES) {
      this.#isDecided = true;
      this.#text = this.#start(line);
    }
  }

  /** Gives out what was begun with the line that has ended, which the caller closes. */
  take(): ArrivingText | undefined {
    const text = this.#text;
    this.#text = undefined;
    this.#isDecided = false;
    return text;
  }

  #start(line: Buffer): ArrivingText | undefined {
    const { boundary, pending, clientName } = this.#session;
    if (boundary.capture === undefined || pending.size === 0) return undefined;
    const start = findOpenString(line, TEXT_PATH);
    if (start === undefined || start > MAX_HEAD_BYTES || findStringEnd(line, start) !== -1) return undefined;
    const { maxResultBytes } = this.#session.limitsFor(clientName);
    const capture = boundary.capture({ toolName: '', maxResultBytes });
    return new ArrivingText(capture, line, { start, maxResultBytes });
  }
}
