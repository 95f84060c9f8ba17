/** What a push has to work with. */
export interface PushDesk {
  /** Names something in the folder as this registry takes paths. */
  at(path: string): string;
  /** Handles of a large log and a large JSON text. */
  readonly logHandle: string;
  readonly jsonHandle: string;
}

/** How four times the budget is pushed through an entry of a registry. */
export interface PushRow {
  input(desk: PushDesk): object;
  /** The file that a handle in the answer keeps, byte for byte. Without it the answer is a reader's, which makes no handle. */
  readonly keeps?: string;
  /** What it answers is little, however much goes in. */
  readonly isSmall?: boolean;
  /** The file that has these bytes when the call is over. */
  readonly writes?: { readonly path: string; readonly content: string };
}

const written = 'a line that is written\n'.repeat(10_000);

/** The entries of our own, by name: one that is listed and has no row fails the test. */
export const ownRows: Readonly<Record<string, PushRow>> = {
  read_result: { input: ({ logHandle }) => ({ handle: logHandle }) },
  grep_result: { input: ({ logHandle }) => ({ handle: logHandle, pattern: 'served' }) },
  read_file: { input: ({ at }) => ({ path: at('app.log') }) },
  tail_file: { input: ({ at }) => ({ path: at('app.log') }) },
  grep_files: { input: () => ({ pattern: 'served' }) },
  list_dir: { input: ({ at }) => ({ path: at('many') }) },
  query_file: { input: ({ at }) => ({ path: at('rows.json'), query: '$[*]' }) },
  read_skill: { input: () => ({ names: ['one', 'two', 'three', 'four'] }) },
  write_file: {
    input: ({ at }) => ({ path: at('written.txt'), content: written }),
    isSmall: true,
    writes: { path: 'written.txt', content: written },
  },
  edit_file: {
    input: ({ at }) => ({ path: at('edited.txt'), edits: [{ oldText: 'here', newText: written }] }),
    isSmall: true,
    writes: { path: 'edited.txt', content: `before ${written} after\n` },
  },
  run_command: { input: () => ({ command: 'cat app.log' }), keeps: 'app.log' },
};

/** More pushes through entries that have several ways out. */
export const morePushes: readonly (readonly [tool: string, row: PushRow])[] = [
  ['read_result', { input: ({ jsonHandle }) => ({ handle: jsonHandle, path: '$[*]' }) }],
  ['run_command', { input: () => ({ argv: ['sh', '-c', 'cat app.log >&2; exit 3'] }), keeps: 'app.log' }],
  ['run_command', { input: () => ({ command: 'cat app.log; cat app.log >&2' }), keeps: 'app.log' }],
];

/** A row of a server that is wrapped: what to ask it; `isLarge` where the answer is over the budget. */
export interface WrappedRow {
  readonly input: object;
  readonly isLarge?: boolean;
}

/** The entries of the reference server for files, over the folder. */
export const filesystemRows = (folder: string): Readonly<Record<string, WrappedRow>> => ({
  read_file: { input: { path: `${folder}/app.log` }, isLarge: true },
  read_text_file: { input: { path: `${folder}/app.log` }, isLarge: true },
  read_media_file: { input: { path: `${folder}/noise.png` }, isLarge: true },
  read_multiple_files: { input: { paths: [`${folder}/app.log`, `${folder}/rows.json`] }, isLarge: true },
  write_file: { input: { path: `${folder}/theirs.txt`, content: written } },
  edit_file: {
    input: { path: `${folder}/theirs-edited.txt`, edits: [{ oldText: 'here', newText: written }] },
    isLarge: true,
  },
  create_directory: { input: { path: `${folder}/created` } },
  list_directory: { input: { path: `${folder}/many` }, isLarge: true },
  list_directory_with_sizes: { input: { path: `${folder}/many` }, isLarge: true },
  directory_tree: { input: { path: `${folder}/many` }, isLarge: true },
  move_file: { input: { source: `${folder}/not there`, destination: `${folder}/nor there` } },
  search_files: { input: { path: `${folder}/many`, pattern: '**/*.txt' }, isLarge: true },
  get_file_info: { input: { path: `${folder}/app.log` } },
  list_allowed_directories: { input: {} },
});

/** The entries of the reference server that has everything. */
export const everythingRows: Readonly<Record<string, WrappedRow>> = {
  echo: { input: { message: 'an echo of many words '.repeat(8_000) }, isLarge: true },
  'get-annotated-message': { input: { messageType: 'error', includeImage: true } },
  'get-env': { input: {} },
  'get-resource-links': { input: { count: 10 } },
  'get-resource-reference': { input: { resourceType: 'Text', resourceId: 1 } },
  'get-structured-content': { input: { location: 'Chicago' } },
  'get-sum': { input: { a: 1, b: 2 } },
  'get-tiny-image': { input: {} },
  'gzip-file-as-resource': { input: { name: 'x.gz', data: 'data:text/plain,none', outputType: 'resource' } },
  'toggle-simulated-logging': { input: {} },
  'toggle-subscriber-updates': { input: {} },
  'trigger-long-running-operation': { input: { duration: 0.2, steps: 2 } },
  'get-roots-list': { input: {} },
  'trigger-elicitation-request': { input: {} },
  'trigger-sampling-request': { input: { prompt: 'say something', maxTokens: 10 } },
  'simulate-research-query': { input: { topic: 'anything' } },
};
