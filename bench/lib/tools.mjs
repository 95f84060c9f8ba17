import { createRoots, createTools } from '@spillway/tools';

/**
 * Opens the tools over one folder; a call that fails throws.
 *
 * @param {import('@spillway/core').Spillway} spillway
 * @param {string} folder
 */
export function openTools(spillway, folder) {
  const tools = createTools({ spillway, roots: createRoots([{ name: 'files', path: folder }]) });
  /**
   * @param {string} name
   * @param {object} input
   */
  const call = async (name, input) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const answer = await tool.execute(input);
    if (answer.isError) throw new Error(answer.text);
    return answer;
  };
  return { call };
}
