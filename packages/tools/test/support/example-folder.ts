import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fills a folder with what the examples of docs/tools.md are about. */
export function fillExampleFolder(folder: string): void {
  const put = (path: string, content: string): void => writeFileSync(join(folder, path), content);
  mkdirSync(join(folder, 'archive'));
  put('app.log', logLines(2_000).join(''));
  put('archive/2026-11-29.log', logLines(40).join(''));
  put('archive/2026-11-30.log', logLines(60).join(''));
  put('notes.txt', 'one\ntwo\nthree\n');
  put('orders.json', `${JSON.stringify(orders(50))}\n`);
  put('tab\there.txt', 'a name with a tab\n');
  symlinkSync('archive/2026-11-30.log', join(folder, 'latest'));
}

function logLines(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const time = new Date(Date.UTC(2026, 10, 30, 3) + at * 1_000).toISOString();
    const what = at === 1_333 ? 'ERROR [payments] checksum mismatch' : `INFO [web] served request ${10_000 + at}`;
    return `${time} ${what}\n`;
  });
}

function orders(count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    status: at === 41 ? 'failed' : 'paid',
    total: 100 + at,
  }));
}
