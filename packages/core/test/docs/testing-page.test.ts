import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anthropicWordings } from '../../src/testing/providers/wordings/anthropic-messages.ts';
import { bedrockWordings } from '../../src/testing/providers/wordings/bedrock-converse.ts';
import { geminiWordings } from '../../src/testing/providers/wordings/gemini.ts';
import { openaiChatWordings } from '../../src/testing/providers/wordings/openai-chat.ts';
import { openaiResponsesWordings } from '../../src/testing/providers/wordings/openai-responses.ts';

const page = readFileSync(new URL('../../../../docs/testing.md', import.meta.url), 'utf8');
const sample = readFileSync(new URL('./testing-sample.test.ts', import.meta.url), 'utf8');

const tables = {
  Responses: openaiResponsesWordings,
  Chat: openaiChatWordings,
  Anthropic: anthropicWordings,
  Bedrock: bedrockWordings,
  Gemini: geminiWordings,
};

it('docs/testing.md shows the sample as it runs', () => {
  expect(/^```ts\n([\s\S]*?)^```$/m.exec(page)?.[1]).toBe(sample);
});

it('docs/testing.md lists the wordings where there is more than one, in their order', () => {
  const rows = Object.entries(tables).flatMap(([api, wordings]) =>
    Object.entries(wordings).flatMap(([kind, byName]) => {
      const names = Object.keys(byName).map((name) => `\`${name}\``);
      return names.length > 1 ? [`| ${api} \`${kind}\` | ${names.join(', ')} |`] : [];
    }),
  );
  const listed = page.split('\n').filter((line) => /^\| (?:Responses|Chat|Anthropic|Bedrock|Gemini) `/.test(line));
  expect(listed).toEqual(rows);
});

it('docs/testing.md says what every kind of refusal is', () => {
  const kinds = new Set(Object.values(tables).flatMap((wordings) => Object.keys(wordings)));
  const [, table = ''] = /^\| kind \|[^\n]*\n([\s\S]*?)\n\n/m.exec(page) ?? [];
  const explained = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/(?<=`)[a-z-]+(?=`)/g) ?? [],
  );
  expect(explained.sort()).toEqual([...kinds].sort());
});
