import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FilesOutcome, SearchEngine } from '../../src/grep-files/engine/engine.ts';
import { createReadAhead } from '../../src/grep-files/read-ahead.ts';
import type { SearchFile } from '../../src/grep-files/search-file.ts';
import { type FilesSearch, searchFiles } from '../../src/grep-files/search-files.ts';
import { createSkipLog } from '../../src/grep-files/skipped-files.ts';

/** Tells which of the items 1, 2, 3 … were made, and whether the end was reached. */
function numbers(count: number, events: string[], failsAt?: number): AsyncGenerator<number, void, void> {
  return (async function* () {
    try {
      for (let item = 1; item <= count; item++) {
        events.push(`made ${item}`);
        if (item === failsAt) throw new Error(`no ${item}`);
        yield item;
      }
    } finally {
      events.push('ended');
    }
  })();
}

describe('createReadAhead', () => {
  it('makes the next item while the last one is worked on, and no more than that', async () => {
    const events: string[] = [];
    const items = createReadAhead(numbers(3, events));
    for await (const item of items) {
      items.begin();
      items.begin();
      await turn();
      events.push(`worked on ${item}`);
    }
    expect(events).toEqual(['made 1', 'made 2', 'worked on 1', 'made 3', 'worked on 2', 'ended', 'worked on 3']);
  });

  it('makes nothing that was not begun or asked for', async () => {
    const events: string[] = [];
    for await (const item of createReadAhead(numbers(2, events))) {
      await turn();
      events.push(`worked on ${item}`);
    }
    expect(events).toEqual(['made 1', 'worked on 1', 'made 2', 'worked on 2', 'ended']);
  });

  it('tells a failure where the item is taken', async () => {
    const events: string[] = [];
    const items = createReadAhead(numbers(2, events, 2));
    const taking = (async () => {
      for await (const item of items) {
        items.begin();
        await turn();
        events.push(`worked on ${item}`);
      }
    })();
    await expect(taking).rejects.toThrow('no 2');
    expect(events).toEqual(['made 1', 'made 2', 'ended', 'worked on 1']);
  });

  it('ends what makes the items where no more are taken, whether the next one failed or not', async () => {
    for (const failsAt of [undefined, 2]) {
      const events: string[] = [];
      const items = createReadAhead(numbers(3, events, failsAt));
      for await (const item of items) {
        items.begin();
        if (item === 1) break;
      }
      expect(events).toEqual(['made 1', 'made 2', 'ended']);
    }
  });
});

describe('files that are looked at while others are searched', () => {
  const nothing: FilesOutcome = { found: [], matchCount: 0, matchingLines: 0, fileCount: 0, failed: [] };
  let lookedAt: number;

  /** Files of 20 MiB, of which the first batch takes one and the second twelve. */
  async function* look(count: number, onEnd = () => {}): AsyncGenerator<SearchFile> {
    for (lookedAt = 1; lookedAt <= count; lookedAt++) {
      yield { rootPath: '/logs', path: `${lookedAt}.log`, byteLength: 20_971_520 } as SearchFile;
    }
    onEnd();
  }

  function search(files: AsyncIterable<SearchFile>, core: SearchEngine): Promise<FilesSearch> {
    const limits = { maxKept: 100, maxRowBytes: 65_536, countsFiles: false, maxMs: 20_000 };
    return searchFiles({ engines: { core }, files, skips: createSkipLog(), show: () => '', ...limits });
  }

  // Fails, by its time, when the second batch is looked at only after the first was searched.
  it('are those of the next batch', async () => {
    let onEnd: (() => void) | undefined;
    const end = new Promise<void>((resolve) => {
      onEnd = resolve;
    });
    const sizes: number[] = [];
    const outcome = await search(look(6, onEnd), {
      async search(batch) {
        sizes.push(batch.length);
        await end;
        return nothing;
      },
    });
    expect(outcome.searchedFiles).toBe(6);
    expect(sizes).toEqual([1, 5]);
  });

  it('are no more than those where the search stops', async () => {
    const outcome = await search(look(100), {
      search: async ([file]) => ({ ...nothing, stop: { file: file as SearchFile, place: { offset: 5, line: 1 } } }),
    });
    expect(outcome).toMatchObject({ searchedFiles: 1, stop: { file: { path: '1.log' } } });
    // Behind the first batch and the second, the one that did not fit.
    expect(lookedAt).toBe(14);
  });
});
