import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../../docs/recovery.md', import.meta.url), 'utf8');

it.each(['recovery-loop-sample.test.ts', 'recovery-session-sample.test.ts'])(
  'docs/recovery.md shows %s as it runs',
  (name) => {
    const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
    expect(blocks).toContain(readFileSync(new URL(name, import.meta.url), 'utf8'));
  },
);
