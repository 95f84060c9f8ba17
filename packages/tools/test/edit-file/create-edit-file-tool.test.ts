import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolDesk, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
});
afterAll(() => desk.remove());

const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(desk.folder, name), content);
const textOf = (name: string): string => readFileSync(join(desk.folder, name), 'utf8');
const edit = (path: string, ...edits: object[]) => desk.call('edit_file', { path, edits });

describe('edit_file', () => {
  it('makes several edits at once and keeps mode and line ends', async () => {
    put('config.ini', 'port=80\r\nhost=a\r\nhost=b\r\n');
    chmodSync(join(desk.folder, 'config.ini'), 0o640);
    const answer = await edit(
      'config.ini',
      { oldText: 'port=80\nhost=a', newText: 'port=8080\nhost=a' },
      { oldText: 'host=', newText: 'name=', replaceAll: true },
    );
    expect(answer).toEqual({
      text: 'edited logs/config.ini: 2 edits in 3 places; 27 bytes, before 25 bytes',
      isError: false,
      page: { path: 'logs/config.ini', editCount: 2, placeCount: 3, byteLength: 27, formerByteLength: 25 },
    });
    expect(textOf('config.ini')).toBe('port=8080\r\nname=a\r\nname=b\r\n');
    expect(statSync(join(desk.folder, 'config.ini')).mode & 0o7777).toBe(0o640);
  });

  it('makes none where one does not match once', async () => {
    put('a.txt', 'x\nx\ny\n');
    const answer = await edit('a.txt', { oldText: 'y', newText: 'z' }, { oldText: 'x', newText: 'w' });
    expect(answer.isError).toBe(true);
    expect(answer.text).toBe(
      '[edit-mismatch] None of the 2 edits was made, because of edit 2: its oldText stands in 2 places (lines 1, 2): add lines around it until it is one, or set replaceAll. The file is as it was.',
    );
    expect(textOf('a.txt')).toBe('x\nx\ny\n');
  });

  it('edits a file of which a part was read, ill-formed text elsewhere untouched', async () => {
    put('bytes.txt', Buffer.from([0x61, 0x0a, 0xff, 0xc3, 0x0a, 0x62, 0x0a]));
    expect((await edit('bytes.txt', { oldText: 'b', newText: 'c' })).isError).toBe(false);
    expect([...readFileSync(join(desk.folder, 'bytes.txt'))]).toEqual([0x61, 0x0a, 0xff, 0xc3, 0x0a, 0x63, 0x0a]);
  });

  it('refuses what is no text', async () => {
    put('image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]));
    expect((await edit('image.png', { oldText: 'P', newText: 'Q' })).text).toBe(
      '[source-unreadable] logs/image.png is no text, and is not edited here. Change it with a command instead.',
    );
  });

  it('refuses half a surrogate pair, and writes no replacement character for it', async () => {
    put('s.txt', 'a\ufffdb');
    const inNew = await edit('s.txt', { oldText: 'b', newText: '\ud83d' });
    expect(inNew.text).toMatch(/^\[request-invalid\] .*half of a surrogate pair.*newText of edit 1/);
    const inOld = await edit('s.txt', { oldText: '\ud83d', newText: 'c' });
    expect(inOld.text).toMatch(/^\[request-invalid\] .*half of a surrogate pair.*oldText of edit 1/);
    expect(textOf('s.txt')).toBe('a\ufffdb');
  });

  it('edits a file in an encoding of old in ASCII alone', async () => {
    put('latin1.txt', Buffer.from('caf\u00e9 noir\n', 'latin1'));
    expect((await edit('latin1.txt', { oldText: 'caf\u00e9', newText: 'tea' })).text).toMatch(
      /^\[write-refused\] Nothing was written: logs\/latin1\.txt is not in UTF-8/,
    );
    expect((await edit('latin1.txt', { oldText: 'noir', newText: 'au lait' })).isError).toBe(false);
    expect(readFileSync(join(desk.folder, 'latin1.txt'))).toEqual(Buffer.from('caf\u00e9 au lait\n', 'latin1'));
  });

  // Fails when calls on one file do not wait for each other: each changes the text that it found, and the last one wins.
  it('makes edits of one file that are asked for at once, by whatever path, one after the other', async () => {
    put('keys.ini', Array.from({ length: 20 }, (_, at) => `key${at}=0\n`).join(''));
    const paths = ['keys.ini', 'logs/keys.ini', join(desk.folder, 'keys.ini')];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        edit(paths[at % 3] as string, { oldText: `key${at}=0`, newText: `key${at}=1` }),
      ),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(textOf('keys.ini')).toBe(Array.from({ length: 20 }, (_, at) => `key${at}=1\n`).join(''));
  });
});
