/** The limits that a gateway works with; the caller takes them from its resolved settings. */
export interface GatewayLimits {
  /** Encoded bytes of one delivered tool result, envelope included. A ceiling over every client profile. */
  readonly maxResultBytes: number;
  /** Encoded bytes that the calls open at once share, best effort. */
  readonly maxTurnBytes: number;
  /** Base64 bytes of one image or audio block that passes as it is. A ceiling over every client profile. */
  readonly maxMediaBytes: number;
  /** Bytes of the largest message that is taken from either side. */
  readonly maxFrameBytes: number;
}

/**
 * What happens to the `outputSchema` of listed tools: removed, for clients whose model reads the result; widened to
 * accept the bounded form too, for clients that type programs from it; or kept, for clients that do not validate.
 */
export type OutputSchemaMode = 'remove' | 'widen' | 'keep';

/** What the user of a gateway said, over what is known of the client. */
export interface GatewayChoices {
  /** The names in `GatewayLimits` that the user set, so that no client profile lowers them. */
  readonly configured?: readonly (keyof GatewayLimits)[];
  readonly outputSchemas?: OutputSchemaMode;
}
