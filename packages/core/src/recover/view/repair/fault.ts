/** What was wrong with a transcript, and where. */
export interface Fault {
  /** Of the message, as the transcript has them. */
  readonly index: number;
  readonly kind:
    | 'call-without-result'
    | 'call-id-repeated'
    | 'result-without-call'
    | 'result-out-of-place'
    | 'text-empty'
    | 'arguments-invalid'
    | 'role-order'
    | 'message-repeated'
    | 'message-alone';
  readonly callId?: string;
}
