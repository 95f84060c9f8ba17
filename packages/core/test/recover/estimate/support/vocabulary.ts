import { decode } from 'gpt-tokenizer/encoding/o200k_base';

/** The tokens of o200k_base that are text, by their ranks. */
export const vocabulary: readonly string[] = Array.from({ length: 199_998 }, (_, rank) => decode([rank])).filter(
  (text) => !text.includes('\ufffd'),
);
