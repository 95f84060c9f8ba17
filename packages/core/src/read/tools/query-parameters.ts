import { SpillwayError } from '../../errors.ts';
import { maxPathLength } from '../query/json-path.ts';
import type { QueryRequest } from '../query/query-request.ts';
import type { Arguments, ParameterRow } from './parameters.ts';

/** Returns the parameters of a query; the JSONPath under the name that the tool has free. */
export function queryParameters(pathName: string, isRequired = false): readonly ParameterRow[] {
  return [
    {
      name: pathName,
      type: 'string',
      isRequired,
      max: maxPathLength,
      description:
        "JSONPath (RFC 9535; leading $ optional) into JSON or JSON Lines, such as rows[?@.status == 'failed'].id; of " +
        'JSON Lines each line is an item of $, so [*].id. Answers a match a line.',
    },
    { name: 'count', type: 'boolean', description: `true, with ${pathName}: the number of matches alone.` },
  ];
}

/**
 * Makes a query of the arguments of a call.
 *
 * @throws SpillwayError `request-invalid` where one of `others` is given beside it.
 */
export function toQueryRequest(input: Arguments, pathName: string, others: readonly string[] = []): QueryRequest {
  const other = others.find((name) => input[name] !== undefined);
  if (other !== undefined) {
    throw new SpillwayError({
      code: 'request-invalid',
      message: `give either ${pathName} or ${other}, not both: a path finds values wherever they stand`,
    });
  }
  const { count, cursor } = input;
  return {
    path: String(input[pathName]),
    ...(count === true && { count }),
    ...(typeof cursor === 'string' && { cursor }),
  };
}
