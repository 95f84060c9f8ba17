const paragraph = 'What a tool said, as it stands in a session that goes on for days. ';

/**
 * Returns an event of a session with a text of so many characters.
 *
 * @param {number} number
 * @param {number} characters
 */
export function recordEvent(number, characters) {
  return { type: 'message', role: 'tool', number, text: `${number} `.padEnd(characters, paragraph) };
}
