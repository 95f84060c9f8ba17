/** Says in words that a result has nothing to read, so that no empty text is ever sent. */
export function emptyText(text: string, isError: boolean): string {
  const what = isError
    ? 'The tool reported a failure without a text'
    : 'The tool ended without an error and returned no text';
  if (text === '') return `(${what}.)`;
  const lines = text.split('\n').length - 1;
  return `(${what}: only ${text.length} characters of white space, ${lines} line ends among them.)`;
}
