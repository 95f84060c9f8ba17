import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../../docs/ai-sdk.md', import.meta.url), 'utf8');

it.each(['ai-sdk-tools-sample.test.ts', 'ai-sdk-recovery-sample.test.ts'])(
  'docs/ai-sdk.md shows %s as it runs',
  (name) => {
    const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
    expect(blocks).toContain(readFileSync(new URL(name, import.meta.url), 'utf8'));
  },
);
