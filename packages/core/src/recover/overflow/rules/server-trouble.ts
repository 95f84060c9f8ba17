import { type OtherWording, wording } from './wording.ts';

/** Trouble of a server or of the network, by its words. Looked at last. */
export const troubleWordings: readonly OtherWording[] = [
  {
    outcome: 'none',
    reason: 'network',
    isRetryable: true,
    by: 'any',
    pattern: wording(
      'econnreset|econnrefused|etimedout|epipe|enotfound|eai_again|socket hang up|fetch failed|connection (?:error|reset|refused|closed|aborted|timed out)|network (?:error|is unreachable)|terminated$|und_err_|request timed out|timeout (?:of|exceeded|error)|gateway time-?out|deadline exceeded',
    ),
  },
  {
    outcome: 'none',
    reason: 'server_error',
    isRetryable: true,
    by: 'any',
    pattern: wording(
      'internal (?:server )?error|bad gateway|service ?unavailable|unable to process your request|runner (?:crashed|has unexpectedly stopped|process)|an error occurred while processing|internal_?server_?(?:error|exception)|upstream (?:error|connect)|server_error|api_error',
    ),
  },
];
