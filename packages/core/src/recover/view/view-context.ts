import type { WireFormat } from '../wire/wire-format.ts';
import type { Bounder } from './bounder.ts';

/** What the messages of a transcript are bounded with, and how they are read. */
export interface ViewContext {
  readonly bounder: Bounder;
  readonly format: WireFormat;
}
