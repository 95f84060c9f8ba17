// Adds texts to files: append-texts.mjs <folder of the compiled sources> <directory> <JSON list of [name, byte count]>.
// Prints the answers as a JSON list.
import { createReadLog } from './writing/read-log.js';

const [, , compiled, directory, list] = process.argv;
const { createWriteFileTool } = await import(`${compiled}/write-file/create-write-file-tool.js`);
const { createRoots } = await import(`${compiled}/roots/create-roots.js`);

const roots = createRoots([{ name: 'disk', path: directory }]);
const context = { spillway: { settings: { maxResultBytes: 8_000 } }, roots, readLog: createReadLog() };
const tool = createWriteFileTool('write_file', context);
const answers = [];
for (const [name, count] of JSON.parse(list)) {
  answers.push(await tool.execute({ path: `disk/${name}`, content: 'b'.repeat(count), append: true }));
}
console.log(JSON.stringify(answers.map(({ text }) => text)));
