import { objectOverheadBytes } from '../disk/layout.ts';
import type { Allowance } from './allowance.ts';
import type { ProcessBudget } from './process-budget.ts';

/** What one writer has reserved, under the store's quota and under the process's. */
export class Charge {
  readonly #allowance: Allowance;
  readonly #budget: ProcessBudget;
  #charged = 0;
  #data = 0;

  constructor(allowance: Allowance, budget: ProcessBudget) {
    this.#allowance = allowance;
    this.#budget = budget;
  }

  /** Reserves what every result costs. */
  async reserveOverhead(): Promise<void> {
    await this.#reserve(objectOverheadBytes);
  }

  async reserveData(bytes: number): Promise<void> {
    await this.#budget.reserve(bytes);
    this.#data += bytes;
    await this.#reserve(bytes);
  }

  /** Reserves room for the store's own bytes beside the data. */
  async reserveExtra(bytes: number): Promise<void> {
    if (bytes > 0) await this.#reserve(bytes);
  }

  /** Says that all of it is stored. `key` is where. */
  settle(key: string): void {
    this.#allowance.settle(this.#charged);
    this.#budget.settle(key, this.#data);
    this.#clear();
    this.#shrink();
  }

  /** Gives all of it back. */
  release(): void {
    this.#allowance.release(this.#charged);
    this.#budget.release(this.#data);
    this.#clear();
    this.#shrink();
  }

  async #reserve(bytes: number): Promise<void> {
    await this.#allowance.reserve(bytes);
    this.#charged += bytes;
  }

  #clear(): void {
    this.#charged = 0;
    this.#data = 0;
  }

  /** A share that cannot be made smaller is only larger than it needs to be. */
  #shrink(): void {
    this.#allowance.shrink().catch(() => {});
  }
}
