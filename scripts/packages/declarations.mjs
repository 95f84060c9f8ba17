import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/paths.mjs';
import { runCommand } from './checks.mjs';

/**
 * Compiles a program that imports everything that can be, its dependencies' declarations included, as strictly as a
 * user could ask for. Only what the packages depend on is installed, so an undeclared type is an error.
 *
 * @param {string} project
 * @param {readonly string[]} names
 */
export function compileDeclarations(project, names) {
  const imports = names.map(
    (name, index) => `import * as p${index} from '${name}';\nexport const use${index}: object = p${index};`,
  );
  writeFileSync(join(project, 'use.ts'), `${imports.join('\n')}\n`);
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  runCommand(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: project });
}
