import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSpillway, createSandbox, run, type Sandbox } from '../../packages/cli/test/support/spillway.ts';
import { readText, root } from '../surface/support/files.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
  symlinkSync(join(root, 'node_modules'), join(sandbox.folder, 'node_modules'));
});
afterAll(() => sandbox.remove());

describe('the library sample', () => {
  it.each([
    ['README.md', /^\[PARTIAL\] [\d,]+ of [\d,]+ B shown · JSON.* · r_[0-9a-z]{8} keeps all · /],
    ['packages/core/README.md', /^\[PARTIAL\] [\d,]+ of 320,000 B shown · .*20,000 lines · r_[0-9a-z]{8} keeps all · /],
  ])('of %s runs as it is written', async (readme, notice) => {
    const samples = [...readText(readme).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    expect(samples).toHaveLength(1);
    // The sample prints nothing: what it made is looked at behind it.
    const after = 'console.log(JSON.stringify([bounded.toText(), spillway.tools().map((tool) => tool.name)]));\n';
    writeFileSync(join(sandbox.folder, 'sample.mjs'), samples[0] + after);
    const ran = await run(process.execPath, ['sample.mjs'], { cwd: sandbox.folder, env: sandbox.env });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const [text, names] = JSON.parse(ran.stdout.toString());
    expect(text).toMatch(notice);
    expect(names).toEqual(['read_result', 'grep_result']);
    expect(existsSync(join(sandbox.store, 'key'))).toBe(true);
  });
});
