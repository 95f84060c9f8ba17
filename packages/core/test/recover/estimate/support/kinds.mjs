import { readdirSync, readFileSync } from 'node:fs';
import { languages } from './languages.mjs';
import { createRandom } from './random.mjs';

const root = new URL('../../../../../../', import.meta.url);
const { below, pick, bytes } = createRandom(12_345);

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, root), 'utf8');
/** @param {string} folder @param {string} extension */
const readAll = (folder, extension) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => read(`${folder}${name}`))
    .join('\n');
/** @param {number} count @param {(index: number) => string} line */
const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n');

const words =
  'request served slow query orders payments ledger shard connection refused timeout retry worker cache miss hit replica user login failed'.split(
    ' ',
  );
const word = () => pick(words);
const clock = () => `0${below(10)}:${10 + below(50)}:${10 + below(50)}`;
const address = () => `${below(256)}.${below(256)}.${below(256)}.${below(256)}`;
const uuid = () =>
  bytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const orders = Array.from({ length: 700 }, (_, index) => ({
  id: index + 1000,
  customer: `cust_${below(1e6)}`,
  status: pick(['open', 'shipped', 'cancelled', 'paid']),
  total: below(100_000) / 100,
  createdAt: new Date(1.7e12 + below(1e10)).toISOString(),
  items: [{ sku: `SKU-${below(99_999)}`, quantity: below(9) }],
}));
const emoji = '😀 😂 👍 🎉 🔥 ✅ ❌ 🚀 🙏 😊 🤔 👀 💯 ✨ 🐛 📦 🔧 📝 🧪 🎯 💡 🛑 🌍 🍕 🐶 😭 🥰 🤖 📈 🔒'.split(' ');

const python = () => `
class ${pick(['Order', 'Ledger', 'Payment'])}Service:
    """Keeps the ${word()} of every ${word()}."""

    def __init__(self, path: str, limit: int = ${below(5000)}) -> None:
        self._${word()} = {}
        self._limit = limit

    def ${word()}_${word()}(self, ${word()}_id):
        if ${word()}_id not in self._${word()}:
            raise KeyError(f"unknown ${word()}: {${word()}_id!r}")
        for index, value in enumerate(self._${word()}[${word()}_id]):
            yield index, value * ${below(100)}
`;

/** What a text may be: at least 20 KB of each kind, but for the languages. @type {Readonly<Record<string, string>>} */
export const kinds = {
  ...Object.fromEntries(Object.entries(languages).map(([name, text]) => [`prose: ${name}`, text])),
  'prose: readme files': ['fast-check', 'zod', 'knip', 'typescript']
    .map((name) => read(`node_modules/${name}/README.md`))
    .join('\n')
    .slice(0, 60_000),
  'prose: pages of this project': readAll('docs/', '.md').slice(0, 80_000),
  'code: TypeScript': readAll('packages/core/src/read/', '.ts').slice(0, 80_000),
  'code: declarations': read('node_modules/fast-check/lib/fast-check.d.ts').slice(0, 80_000),
  'code: JavaScript': readAll('node_modules/zod/v4/core/', '.js').slice(0, 80_000),
  'code: Python': lines(60, python),
  'code: diff': readAll('packages/core/src/bytes/', '.ts')
    .split('\n')
    .slice(0, 1_500)
    .map((line) => `${pick(['+', '-', ' ', ' '])}${line}`)
    .join('\n'),
  'code: SQL': lines(
    400,
    () =>
      `SELECT o.id, o.total, c.name FROM ${word()} AS o LEFT JOIN customers c ON c.id = o.customer_id WHERE o.status = '${word()}' AND o.total > ${below(1000)} ORDER BY o.created_at DESC LIMIT ${below(100)};`,
  ),
  'code: shell': lines(
    400,
    () =>
      `if [ -f "/var/log/${word()}.log" ]; then grep -c '${word()}' "/var/log/${word()}.log" | awk '{ print $${below(9)} }' > /tmp/${word()}.txt || exit ${below(3)}; fi`,
  ),
  'code: CSS': lines(
    300,
    () =>
      `.${word()}-${word()} {\n  margin: ${below(40)}px ${below(40)}px;\n  color: #${bytes(3).toString('hex')};\n  display: flex;\n}`,
  ),
  'minified: JavaScript': readAll('node_modules/zod/v4/core/', '.js')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/\s*([{}()[\];:,=+<>!&|?])\s*/g, '$1')
    .replace(/\s+/g, ' '),
  'minified: real bundle': read('node_modules/glob/dist/esm/index.min.js'),
  'minified: CSS': lines(
    600,
    () => `.${word()}-${word()}{margin:${below(40)}px ${below(40)}px;color:#${bytes(3).toString('hex')};display:flex}`,
  ).replaceAll('\n', ''),
  'JSON: compact': JSON.stringify(orders),
  'JSON: indented': JSON.stringify(orders.slice(0, 300), null, 2),
  'JSON: escaped in JSON': JSON.stringify({
    content: [{ type: 'text', text: JSON.stringify(orders.slice(0, 300), null, 2) }],
  }),
  'JSON: lines': orders.map((row) => JSON.stringify(row)).join('\n'),
  'JSON: lock file': read('package-lock.json').slice(0, 80_000),
  'JSON: numbers': JSON.stringify(Array.from({ length: 5_000 }, () => below(2 ** 31) / (1 + below(2 ** 31)))),
  'log: application': lines(
    800,
    () =>
      `2026-11-30T${clock()}.${100 + below(900)}Z ${pick(['INFO', 'WARN', 'ERROR', 'DEBUG'])} [w${below(16)}] ${word()} ${word()} id=${100_000 + below(99_999)} status=${pick([200, 404, 500])} took=${below(3000)}ms`,
  ),
  'log: access': lines(
    400,
    () =>
      `${address()} - - [30/Nov/2026:${clock()} +0000] "GET /api/v1/${word()}/${below(1e6)} HTTP/1.1" ${pick([200, 404, 301])} ${below(1e5)} "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/1${below(30)}.0.0.0 Safari/537.36"`,
  ),
  'log: system': lines(
    600,
    () =>
      `Nov 30 ${clock()} host-${below(20)} systemd[${below(30_000)}]: ${pick(['Started', 'Stopped', 'Reloading'])} ${word()}.service - ${word()} ${word()} daemon.`,
  ),
  'log: key=value': lines(
    500,
    () =>
      `ts=${1_700_000_000 + below(1e6)} level=info msg="${word()} ${word()} ${word()}" trace_id=${bytes(16).toString('hex')} duration=${below(1000) / 10}ms`,
  ),
  'log: stack traces': lines(
    150,
    () =>
      `Error: ${word()} ${word()}\n    at ${word()}Handler.${word()} (/home/alice/app/src/${word()}/${word()}.ts:${below(900)}:${below(90)})\n    at async Promise.all (index ${below(9)})\n    at processTicksAndRejections (node:internal/process/task_queues:${below(200)}:5)`,
  ),
  'log: terminal colours': lines(
    700,
    () =>
      `\u001b[${pick([31, 32, 33, 36])}m${word()}\u001b[0m \u001b[1m${word()}\u001b[22m ${below(1000)} \u001b[38;5;${below(256)}m✔\u001b[39m passed`,
  ),
  'listing: files': lines(
    700,
    () =>
      `-rw-r--r--  1 alice staff ${String(below(1e6)).padStart(8)} Nov ${10 + below(20)} 1${below(10)}:${10 + below(50)} ${word()}-${word()}.${pick(['ts', 'log', 'json'])}`,
  ),
  'listing: links': lines(
    500,
    () => `https://${word()}.example.com/${word()}/${word()}?id=${below(1e6)}&ref=${word()}`,
  ),
  'markup: HTML': lines(
    250,
    () =>
      `  <div class="card card--${word()}" id="item-${below(9999)}">\n    <a href="https://example.com/${word()}/${below(1e5)}"><span class="title">${word()} ${word()}</span></a>\n    <p>${word()} ${word()} &amp; ${word()}</p>\n  </div>`,
  ),
  'markup: XML': lines(
    250,
    () =>
      `  <dependency>\n    <groupId>org.example.${word()}</groupId>\n    <artifactId>${word()}-${word()}</artifactId>\n    <version>${below(9)}.${below(20)}.${below(9)}</version>\n  </dependency>`,
  ),
  'markup: YAML': lines(
    200,
    () =>
      `- name: ${word()}-${word()}\n  image: registry.example.com/${word()}:${below(9)}.${below(9)}\n  env:\n    - name: ${word().toUpperCase()}_URL\n      value: "http://${word()}:${below(9999)}"`,
  ),
  'table: CSV of numbers': lines(1_000, () =>
    Array.from({ length: 8 }, () => pick([below(1e6) / 100, below(1000), below(1e9) / 1e6])).join(','),
  ),
  'table: CSV of texts': lines(
    600,
    (index) =>
      `${index},${pick(['Alice', 'Bob', 'Carol'])} ${pick(['Smith', 'Jones', 'Garcia'])},user${below(1e5)}@example.com,${pick(['Berlin', 'Paris', 'Tokyo'])},${below(1e5) / 100},2026-0${1 + below(9)}-${10 + below(18)}`,
  ),
  'table: Markdown': `| name | status | count |\n|------|:------:|------:|\n${lines(1_000, () => `| ${word()} | ${word()} | ${below(10_000)} |`)}`,
  'table: aligned': lines(
    600,
    () => `| ${word().padEnd(20)} | ${word().padEnd(12)} | ${String(below(10_000)).padStart(8)} |`,
  ),
  'table: box drawing': lines(
    400,
    () => `│ ${word().padEnd(12)} │ ${String(below(10_000)).padStart(6)} │\n├${'─'.repeat(14)}┼${'─'.repeat(8)}┤`,
  ),
  'emoji: alone': Array.from({ length: 3_000 }, () => pick(emoji)).join(''),
  'emoji: in chat': lines(
    700,
    () => `${pick(emoji)} ${pick(['fixed the bug', 'all tests pass', 'deployed', 'thank you so much'])} ${pick(emoji)}`,
  ),
  'opaque: base64': bytes(30_000).toString('base64'),
  'opaque: base64 in lines': bytes(30_000)
    .toString('base64')
    .replace(/(.{76})/g, '$1\n'),
  'opaque: base64url': bytes(30_000).toString('base64url'),
  'opaque: base64 of text': Buffer.from(lines(400, () => `${word()} ${word()} ${word()}`)).toString('base64'),
  'opaque: hex': bytes(20_000).toString('hex'),
  'opaque: capital hex': bytes(20_000).toString('hex').toUpperCase(),
  'opaque: UUIDs': lines(800, uuid),
  'opaque: hashes': lines(400, () => `${bytes(32).toString('hex')}  ${word()}.txt`),
  'opaque: hex dump': lines(
    500,
    (index) =>
      `${(index * 16).toString(16).padStart(8, '0')}  ${[...bytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')}`,
  ),
  'opaque: digits': Array.from({ length: 20_000 }, () => below(10)).join(''),
};
