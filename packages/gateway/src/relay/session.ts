import type { Boundary } from '../boundary.ts';
import { OpenCalls } from '../calls/open-calls.ts';
import { PendingCalls } from '../calls/pending-calls.ts';
import { type ClientLimits, toClientLimits } from '../clients/client-limits.ts';
import type { GatewayChoices, GatewayLimits } from '../limits.ts';
import { Readers } from '../lists/readers.ts';
import type { Report } from '../report.ts';

/** What both directions of one relay know together. */
export class Session {
  readonly boundary: Boundary;
  readonly report: Report;
  readonly pending: PendingCalls = new PendingCalls();
  readonly openCalls: OpenCalls;
  readonly readers: Readers;
  /** `clientInfo.name` of `initialize`; a request may carry one of its own. */
  clientName: string | undefined;
  /** False once the server has said that it has no tools. */
  serverHasTools = true;
  readonly #limits: GatewayLimits;
  readonly #choices: GatewayChoices;
  #known: { readonly name: string | undefined; readonly limits: ClientLimits } | undefined;

  constructor(options: { boundary: Boundary; limits: GatewayLimits; choices: GatewayChoices; report: Report }) {
    this.boundary = options.boundary;
    this.report = options.report;
    this.#limits = options.limits;
    this.#choices = options.choices;
    this.openCalls = new OpenCalls({ maxTurnBytes: options.limits.maxTurnBytes });
    this.readers = new Readers(options.boundary);
  }

  get maxFrameBytes(): number {
    return this.#limits.maxFrameBytes;
  }

  limitsFor(clientName: string | undefined): ClientLimits {
    if (this.#known?.name !== clientName || this.#known === undefined) {
      this.#known = { name: clientName, limits: toClientLimits(clientName, this.#limits, this.#choices) };
    }
    return this.#known.limits;
  }
}
