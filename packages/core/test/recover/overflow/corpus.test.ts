import { describe, expect, it } from 'vitest';
import {
  belowBounds,
  formatFigures,
  isLabelledOverflow,
  measure,
  readCorpus,
} from '../../../../../scripts/corpus/measure.mjs';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';

const rows = readCorpus();

/** Which outcome or reason a labelled kind has; docs/overflow.md shows the same table. */
const outcomeOfKind: Record<string, readonly string[]> = {
  context: ['prompt', 'prompt_plus_output'],
  silent: ['prompt'],
  request_bytes: ['request_bytes'],
  payload_bytes: ['request_bytes'],
  item_too_long: ['string_length'],
  count_limit: ['count'],
  image_limit: ['image'],
  output_cap: ['output_cap'],
  oversized_rate_limit: ['oversized_rate_limit'],
  rate_limit: ['rate_limit'],
  quota: ['quota', 'billing'],
  server_error: ['server_error', 'overloaded'],
  parameter: ['parameter'],
  history_shape: ['history_shape'],
  schema: ['schema'],
  content_filter: ['content_filter'],
  embeddings: ['embeddings'],
  not_an_error: ['unknown'],
};

describe('recorded refusals', () => {
  it('BC-147 are told apart within the bounds', () => {
    const figures = measure(rows, classifyOverflow);
    console.info(formatFigures(figures));
    expect(figures.rows).toBe(241);
    expect(figures.overflows).toBe(146);
    expect(belowBounds(figures)).toEqual([]);
    expect(figures.misread).toEqual([]);
  });

  it('are measured: a classifier that sees overflow everywhere, or nowhere, is below the bounds', () => {
    expect(belowBounds(measure(rows, () => ({ isOverflow: true })))).toEqual(['precision', 'limits', 'requested']);
    expect(belowBounds(measure(rows, () => ({ isOverflow: false, limitTokens: 8192 })))).toEqual([
      'precision',
      'recall',
      'limits',
      'requested',
      'invented',
    ]);
  });

  it.each(rows.filter(({ expected }) => expected !== 'ambiguous'))('$id', (row) => {
    const found = classifyOverflow(row.envelope);
    expect(found.isOverflow).toBe(isLabelledOverflow(row));
    expect(outcomeOfKind[row.kind ?? '']).toContain(found.outcome === 'none' ? found.reason : found.outcome);
    expect(found.limitTokens).toBe(row.limitTokens);
    expect(found.requestedTokens).toBe(row.requestedTokens);
    if (row.overByTokens !== undefined) expect(found.overByTokens).toBe(row.overByTokens);
    if (row.kind === 'context') expect(found.isLowerBound).toBe(row.isLowerBound ?? false);
  });

  it.each(rows.filter(({ expected }) => expected === 'ambiguous'))('$id teaches no limit', ({ envelope }) => {
    expect(classifyOverflow(envelope).limitTokens).toBeUndefined();
  });

  it('an overflow is never to be sent again as it is', () => {
    const found = rows.map(({ envelope }) => classifyOverflow(envelope));
    expect(found.filter(({ isOverflow, isRetryable }) => isOverflow && isRetryable)).toEqual([]);
  });
});
