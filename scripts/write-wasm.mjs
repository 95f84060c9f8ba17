// Compiles the loops in wasm/ and writes each as a module of the package that runs it.
//
//   npm run wasm              writes what changed
//   npm run wasm -- --check   writes nothing; exits with 1 when a module is not what its source gives
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './setup/paths.mjs';

const folder = join(root, 'wasm');
const modules = [
  { source: 'count-line-feeds.ts', pages: 4, target: 'packages/core/src/bytes/count-line-feeds-wasm.ts' },
  { source: 'follow-lines.ts', pages: 2, target: 'packages/core/src/shape/log/follow-lines-wasm.ts' },
  { source: 'unescape.ts', pages: 1, target: 'packages/gateway/src/json/unescape-wasm.ts' },
];

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });

if (!existsSync(join(folder, 'node_modules'))) {
  process.stderr.write('wasm: installing the compiler, about 100 MB …\n');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}
for (const { source, pages, target } of modules) {
  const path = join(root, target);
  const text = moduleText(source, compile(source, pages));
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (values.check) {
    process.stderr.write(`${relative(root, path)} is not what wasm/${source} gives: run npm run wasm\n`);
    process.exitCode = 1;
  } else writeFileSync(path, text);
}

/**
 * Returns the bytes of a source's module, as Base64. It has only the memory that the source lays out: no runtime, no
 * collector, nothing imported.
 *
 * @param {string} source
 * @param {number} pages of 64 KiB
 */
function compile(source, pages) {
  const layout = ['--initialMemory', String(pages), '--maximumMemory', String(pages), '--memoryBase', '0'];
  const lean = ['-O3', '--runtime', 'stub', '--noAssert', '--use', 'abort=', '--enable', 'simd'];
  const output = join(folder, 'node_modules', `${source}.wasm`);
  run(join(folder, 'node_modules/.bin/asc'), [source, '-o', output, ...lean, ...layout]);
  return readFileSync(output).toString('base64');
}

/**
 * @param {string} source
 * @param {string} base64
 */
function moduleText(source, base64) {
  const lines = base64.match(/.{1,110}/g) ?? [];
  return `// Made from wasm/${source} by \`npm run wasm\`; do not edit.
interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyGlobal };
const base64 =
${lines.map((line) => `  '${line}'`).join(' +\n')};
let module: object | undefined;

/** Returns what an instance exports, which has a memory of its own; undefined where none can be made, or has no room. */
export function instantiate(): unknown {
  if (WebAssembly === undefined) return undefined;
  try {
    module ??= new WebAssembly.Module(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
    return new WebAssembly.Instance(module).exports;
  } catch {
    return undefined;
  }
}
`;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args) {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}
