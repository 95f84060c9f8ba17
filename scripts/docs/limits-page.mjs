import { CHOICES, formatCount, SETTINGS, settingBounds, settingEnvironmentName, settingFlag } from '@spillway/core';
import { UNKNOWN_CLIENT } from '@spillway/gateway';

/** Writes docs/limits.md from the settings table. */
export function limitsPage() {
  const rows = SETTINGS.map((row) => {
    const relation = row.atMost ? `, at most \`${row.atMost}\`` : row.atLeast ? `, at least \`${row.atLeast}\`` : '';
    const value = formatCount(row.default);
    return `| \`${row.name}\` | ${value} | ${settingBounds(row)}${relation} | \`${settingFlag(row.name)}\` | \`${settingEnvironmentName(row.name)}\` | ${row.meaning} |`;
  });
  const choices = CHOICES.map(
    (row) =>
      `| \`${row.name}\` | ${row.default} | ${row.values.join(', ')} | \`${settingFlag(row.name)}\` | \`${settingEnvironmentName(row.name)}\` | ${row.meaning} |`,
  );
  return `${head}\n${[...rows, ...choices].join('\n')}\n\n${foot}`;
}

const head = `# Limits

This page is made from the one table that states them, \`packages/core/src/bound/settings.ts\` (\`npm run docs\`).

| setting | default | bounds | flag | environment | meaning |
|---|---|---|---|---|---|`;

const foot = `## Where a value comes from

The first of these that has one: code (\`createSpillway({ budget })\`) or the flag, the environment, the file named with
\`--config\`, the project's own \`spillway.json\`, the default.

The default of \`maxResultBytes\` holds on a shell and in code. An MCP client behind \`spillway wrap\` or \`spillway tools\`
gets the smaller of it and what is known to reach that client's model whole (\`packages/gateway/src/clients/profiles.ts\`),
a client that is not known ${formatCount(UNKNOWN_CLIENT.maxResultBytes)} bytes. A limit that is set holds for every client.

- A limit is a whole number in digits: \`65536\`, not \`64k\`, \`1e5\` or \`Infinity\`.
- A flag out of bounds ends the command with exit code 2 and the bounds. Code gets a \`SpillwayError\` with the code
  \`setting-invalid\` and the facts \`setting\`, \`min\`, \`max\` and \`status: 400\`.
- The environment or a file out of bounds is one warning that names the bounds; the default is used and the program starts.
- A project's \`spillway.json\` may only tighten a limit. To loosen one, name a file of your own with \`--config\`.
- Limits that are not set follow the ones that are: \`maxResultBytes\` of 2,048 brings \`previewBytes\` down to 2,048. Two
  explicit values that contradict each other are refused.
- Unknown keys of a file and unknown \`SPILLWAY_*\` variables are reported.
- No value switches bounding off. Only the owner's flag \`--include-keys\` switches the key guard off; no variable and no
  file does. See \`docs/decisions/0005-key-guard.md\`.
`;
