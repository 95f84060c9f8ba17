import { SpillwayError } from '../../errors.ts';
import { maxPathLength } from '../query/json-path.ts';
import type { QueryRequest } from '../query/query-request.ts';
import type { Arguments, ParameterRow } from './parameters.ts';

/** The parameters of a query, wherever it is made. */
export const queryParameters: readonly ParameterRow[] = [
  {
    name: 'path',
    type: 'string',
    max: maxPathLength,
    description:
      "JSONPath (RFC 9535; leading $ optional) into JSON or JSON Lines, such as rows[?@.status == 'failed'].id; of JSON " +
      'Lines each line is an item of $, so $[*].id. Answers a match a line.',
  },
  { name: 'count', type: 'boolean', description: 'true, with path: the number of matches alone.' },
];

/** Makes a query of the arguments of a call. @throws SpillwayError `request-invalid` where others than its own are given. */
export function toQueryRequest(input: Arguments, others: readonly string[] = []): QueryRequest {
  const other = others.find((name) => input[name] !== undefined);
  if (other !== undefined) {
    throw new SpillwayError({
      code: 'request-invalid',
      message: `give either path or ${other}, not both: a path finds values wherever they stand`,
    });
  }
  const { path, count, cursor } = input;
  return {
    path: String(path),
    ...(count === true && { count }),
    ...(typeof cursor === 'string' && { cursor }),
  };
}
