import { text } from 'node:stream/consumers';
import { classifyOverflow, type ErrorEnvelope, type OverflowClassification } from '@spillway/core';
import { type CommandSpec, defineCommand } from '../command.ts';
import { writeJson } from '../output/write.ts';
import { readLines } from '../text/read-lines.ts';
import { UsageError } from '../usage-error.ts';

interface ClassifyOptions {
  readonly lines?: boolean;
}

const example = '{ "status": 400, "body": … }';

/** Tells a refusal for size from every other error of a provider. */
export const classifyCommand: CommandSpec = defineCommand<ClassifyOptions>({
  name: 'classify',
  summary: 'Tell whether a provider refused a request for its size: ... | spillway classify',
  operands: [],
  options: [{ flags: '--lines', description: 'Read JSON Lines: one envelope a line, one answer a line.' }],
  isStoreless: true,
  limits: [],
  notes: `Standard input is one JSON object: "provider", "api", "status", "code", "type", and one of "body", "error", "event"
and "usage" (with "windowTokens", "sentBytes"). The answer is one JSON object on one line, with limitTokens and
requestedTokens null where the refusal states none. docs/overflow.md explains the outcomes.

Exit code: 0, whatever the outcome; 2 when the input is no JSON object.

Example:
  curl -s https://api.example.com/v1/messages -d @request.json | jq -c '{status: 400, body: .}' | spillway classify`,
  async run({ io, options }) {
    if (io.stdin.isTTY) throw new UsageError(`classify reads an envelope from standard input: ${example}`);
    if (options.lines) {
      let number = 0;
      for await (const line of readLines(io.stdin)) {
        number += 1;
        if (line.trim() === '') continue;
        if (!(await writeJson(io.stdout, answer(parseEnvelope(line, `line ${number}`))))) break;
      }
      return 0;
    }
    await writeJson(io.stdout, answer(parseEnvelope(await text(io.stdin), 'standard input')));
    return 0;
  },
});

/** The numbers that everybody asks for stand first, and always. */
function answer(envelope: ErrorEnvelope): object {
  const { outcome, isOverflow, limitTokens, requestedTokens, isLowerBound, ...rest }: OverflowClassification =
    classifyOverflow(envelope);
  return {
    outcome,
    isOverflow,
    limitTokens: limitTokens ?? null,
    requestedTokens: requestedTokens ?? null,
    isLowerBound,
    ...rest,
  };
}

function parseEnvelope(json: string, where: string): ErrorEnvelope {
  if (json.trim() === '') throw new UsageError(`nothing came on ${where}; an envelope is ${example}`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UsageError(`${where} is no JSON; an envelope is ${example}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${where} is no JSON object; an envelope is ${example}`);
  return value;
}
