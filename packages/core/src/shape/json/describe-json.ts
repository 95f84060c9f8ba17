import type { Describer, Description } from '../shape.ts';
import { toDetails } from './facts/summary.ts';
import { JsonCollector } from './paths/collector.ts';
import { toHeadline } from './rows/headline.ts';
import { JsonTokenizer } from './tokens/tokenizer.ts';

/** Creates a describer of JSON, or of JSON Lines. */
export function createJsonDescriber(isLines: boolean): Describer {
  const collector = new JsonCollector(isLines);
  const tokenizer = new JsonTokenizer(collector, isLines);
  let byteLength = 0;
  return {
    write(chunk: Uint8Array): void {
      byteLength += chunk.length;
      tokenizer.write(chunk);
    },
    end(): Description {
      tokenizer.end();
      const details = toDetails(collector, tokenizer, byteLength, isLines);
      const { hardFault } = details;
      return {
        shape: isLines ? 'json-lines' : 'json',
        headline: toHeadline(details),
        mediaType: isLines ? 'application/x-ndjson' : 'application/json',
        encoding: 'utf-8',
        byteLength,
        lineCount: details.lineCount,
        ...(!isLines && hardFault !== undefined && hardFault.offset < byteLength && { sampledBytes: hardFault.offset }),
        details,
      };
    },
  };
}
