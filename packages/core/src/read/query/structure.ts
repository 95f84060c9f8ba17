import { faultWords } from '../../shape/json/rows/document-rows.ts';
import type { JsonSink } from '../../shape/json/tokens/json-sink.ts';
import { JsonTokenizer } from '../../shape/json/tokens/tokenizer.ts';

/** Counts what stands directly in the outermost container, and hears of nothing else. */
class ItemCounter implements JsonSink {
  /** Items or members that have ended. */
  ended = 0;
  #depth = 0;

  expectKey(): number {
    return -1;
  }

  key(): void {}

  string(): void {
    this.#end();
  }

  number(): void {
    this.#end();
  }

  word(): void {
    this.#end();
  }

  open(): void {
    this.#depth++;
  }

  close(): void {
    this.#depth--;
    this.#end();
  }

  endRoot(): void {}

  abandon(): void {}

  seam(): void {}

  #end(): void {
    if (this.#depth === 1) this.ended++;
  }
}

/** Counts the items of an array that are whole in its first bytes. */
export function countWholeItems(beginning: Uint8Array): number {
  const counter = new ItemCounter();
  new JsonTokenizer(counter, false).write(beginning);
  return counter.ended;
}

/** Says where a content breaks off being one JSON document. Contract: it is not one, as `JSON.parse` has it. */
export function describeFault(bytes: Uint8Array): string {
  const tokenizer = new JsonTokenizer(new ItemCounter(), false);
  tokenizer.write(bytes);
  tokenizer.end();
  const { hard, firstSmall } = tokenizer.faults;
  const fault = firstSmall !== undefined && (hard === undefined || firstSmall.offset < hard.offset) ? firstSmall : hard;
  return fault === undefined ? 'several values follow one another' : faultWords(fault);
}
