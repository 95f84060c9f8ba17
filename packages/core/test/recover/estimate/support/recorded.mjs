import { languages } from './languages.mjs';

/** Texts whose tokens were counted once. */
const texts = {
  TypeScript: `export function createLimiter(maxConcurrent: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await task();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
`,
  Python: `def read_pages(path: str, page_bytes: int = 65_536) -> Iterator[bytes]:
    """Yields a file piece by piece."""
    with open(path, "rb") as file:
        while chunk := file.read(page_bytes):
            yield chunk
`,
  'minified JavaScript':
    'var e=Object.create,t=Object.defineProperty;function n(r,o){for(var i in o)Object.prototype.hasOwnProperty.call(o,i)&&t(r,i,{get:o[i],enumerable:!0});return r}!function(){"use strict";var a={};n(a,{default:()=>c});const c=e=>e?.length>0?e[0]:void 0;module.exports=a}();',
  JSON: '{"id":1042,"customer":"cust_88123","status":"shipped","total":199.95,"currency":"EUR","createdAt":"2026-11-30T03:39:17.204Z","items":[{"sku":"SKU-77120","quantity":2},{"sku":"SKU-10934","quantity":1}],"notes":null,"isGift":false}',
  'escaped JSON':
    '{"text":"{\\n  \\"id\\": 1042,\\n  \\"status\\": \\"shipped\\",\\n  \\"items\\": [\\n    {\\n      \\"sku\\": \\"SKU-77120\\"\\n    }\\n  ]\\n}"}',
  log: `2026-11-30T03:39:17.204Z ERROR [payments] checksum mismatch for ledger shard 42 (txn 9f31c0)
2026-11-30T03:39:18.011Z INFO [payments] falling back to replica pg-3
2026-11-30T03:39:18.530Z WARN [w7] slow query 1834ms on orders
2026-11-30T03:39:19.002Z INFO [w2] served request id=104233 status=200 took=87ms
`,
  'terminal output':
    '\u001b[32m✔\u001b[39m \u001b[1mpackages/core\u001b[22m \u001b[2m(41 tests)\u001b[22m 1284ms\n\u001b[31m✘\u001b[39m \u001b[1mpackages/cli\u001b[22m \u001b[2m(7 tests)\u001b[22m 311ms\n',
  base64:
    'q83vEjRWeJq83vD+7cuph2VDIQ8mQpL1xTn0s7kZaWbYc5Jt2gXvH0eUoRkM4iB9yCwPzQf6lTdGrKxNOu3AEbSVhj8DMJ1FqWYpL7ZacUtv5g==',
  hex: '9f31c0a45be27d8810c6f3b29e47d15a6680fb3c92ad71e4580d36cb19f72ea4c3518d60b7e92f04a86d1c35fb9e7240',
  UUIDs:
    '3f2a9c1e-7b4d-4e8a-9c61-0d5e8f7a2b34\nb81d06f7-2c9e-4a53-8f1b-6e7d94c0a215\n5e90c7a8-d134-4bf6-a27e-19c8f3b6d042\n',
  digits: '3141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117067',
  'CSV of numbers': '1842.07,31,0.447213,902114.5,17\n66.2,884,0.000912,12.75,5031\n740118.93,2,0.618034,88.01,644\n',
  emoji: '🚀🔥😀👍🎉❤️✅🐛📦🔧🤔👀💯✨🙏😊👩‍💻🇩🇪👍🏽🧪🎯💡',
  HTML: '<div class="card" id="item-42"><a href="https://example.com/orders/1042?ref=mail"><span class="title">Your order</span></a><p>2 items &amp; free shipping</p></div>',
  'Markdown table':
    '| name | status | count |\n|------|:------:|------:|\n| ledger | failed | 3 |\n| payments | served | 19,182 |\n',
  'stack trace':
    "TypeError: Cannot read properties of undefined (reading 'id')\n    at OrderService.load (/home/alice/app/src/orders/order-service.ts:118:27)\n    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)\n",
  indentation: `${' '.repeat(40)}return null;\n`.repeat(6),
  'box drawing':
    '┌──────────┬───────┐\n│ name     │ count │\n├──────────┼───────┤\n│ ledger   │     3 │\n└──────────┴───────┘\n',
};

/** Tokens of each text in o200k_base and in cl100k_base. @type {Readonly<Record<string, readonly [number, number]>>} */
const counts = {
  chinese: [145, 216],
  traditionalChinese: [173, 275],
  japanese: [191, 265],
  korean: [173, 288],
  russian: [136, 236],
  ukrainian: [181, 308],
  arabic: [128, 304],
  hebrew: [154, 395],
  hindi: [139, 492],
  thai: [175, 411],
  vietnamese: [145, 249],
  german: [160, 198],
  french: [146, 175],
  spanish: [136, 155],
  polish: [192, 214],
  turkish: [146, 217],
  greek: [189, 457],
  english: [132, 133],
  TypeScript: [86, 89],
  Python: [56, 56],
  'minified JavaScript': [89, 86],
  JSON: [82, 80],
  'escaped JSON': [53, 52],
  log: [125, 125],
  'terminal output': [79, 64],
  base64: [92, 96],
  hex: [64, 64],
  UUIDs: [93, 93],
  digits: [34, 34],
  'CSV of numbers': [55, 55],
  emoji: [43, 70],
  HTML: [53, 53],
  'Markdown table': [35, 35],
  'stack trace': [54, 52],
  indentation: [24, 24],
  'box drawing': [51, 52],
};

export const recorded = Object.entries({ ...languages, ...texts }).map(([kind, text]) => {
  const [o200k, cl100k] = counts[kind] ?? [Number.NaN, Number.NaN];
  return { kind, text, o200k, cl100k };
});
