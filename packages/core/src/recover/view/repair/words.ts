/** What the model reads where a transcript was not whole. */
export const missingResultText = 'The result of this call was not recorded: the session ended before it came.';
export const strayResultText = '[A tool result whose call is not in this conversation:]';
export const emptyMessageText = '(empty message)';
export const missingStartText = '(The beginning of this conversation is not here.)';
