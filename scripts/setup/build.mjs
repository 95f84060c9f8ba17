import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageFolders, root } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const stampName = 'build';

/**
 * Returns the files under a folder that end as given.
 *
 * @param {string} folder
 * @param {string} end
 * @returns {string[]}
 */
function filesUnder(folder, end) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));
}

/** @param {string} path */
const outputOf = (path) => path.replace(/([\\/])src([\\/])/, '$1dist$2').replace(/\.ts$/, '.js');

const sources = () => packageFolders().flatMap((folder) => filesUnder(join(folder, 'src'), '.ts'));

/** One line for every file the build reads: its path, size and time. */
function fingerprint() {
  const settings = packageFolders().flatMap((folder) => [join(folder, 'package.json'), join(folder, 'tsconfig.json')]);
  const inputs = [...sources(), ...settings, join(root, 'tsconfig.json'), join(root, 'tsconfig.base.json')];
  return inputs
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${relative(root, path)} ${size} ${mtimeMs}`;
    })
    .sort()
    .join('\n');
}

/** Removes what an earlier build left of sources that are gone; `tsc` never does, and the packages would carry it. */
function prune() {
  for (const folder of packageFolders()) {
    const wanted = new Set(filesUnder(join(folder, 'src'), '.ts').map(outputOf));
    for (const output of filesUnder(join(folder, 'dist'), '.js')) {
      if (wanted.has(output)) continue;
      rmSync(output);
      rmSync(output.replace(/\.js$/, '.d.ts'), { force: true });
    }
    // With an output missing, the build information is wrong and `tsc -b` would believe it.
    if ([...wanted].some((output) => !existsSync(output))) rmSync(join(folder, 'dist/.tsbuildinfo'), { force: true });
  }
}

function build() {
  // Taken first: a source that changes while `tsc` runs is built again next time.
  const before = fingerprint();
  prune();
  runTool('building', process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b']);
  writeStamp(stampName, before);
}

/** Compiles every package into its dist folder. */
export const buildStep = {
  isDone: () => readStamp(stampName) === fingerprint() && sources().every((path) => existsSync(outputOf(path))),
  run: build,
};
