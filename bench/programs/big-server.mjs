// An MCP server with two tools: `large` answers with the mebibytes that it is asked for, `small` with a few bytes. Written
// by hand so that it costs as little as possible.
import { createInterface } from 'node:readline';
import { logText } from '../lib/inputs.mjs';

const tools = ['large', 'small'].map((name) => ({ name, description: name, inputSchema: { type: 'object' } }));
/** @type {Map<number, string>} */
const texts = new Map();

/**
 * Returns a log as a JSON string whose first line is a mark, so that no two results need be the same.
 *
 * @param {{ mebibytes: number, mark: string }} input
 */
function largeText({ mebibytes, mark }) {
  const text = texts.get(mebibytes) ?? JSON.stringify(logText(mebibytes));
  texts.set(mebibytes, text);
  return `"${mark}\\n${text.slice(1)}`;
}

/** @param {{ method: string, params?: any }} request */
function answer({ method, params }) {
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const serverInfo = { name: 'big', version: '1.0.0' };
    return JSON.stringify({ protocolVersion, capabilities: { tools: {} }, serverInfo });
  }
  if (method === 'tools/list') return JSON.stringify({ tools });
  const text = params.name === 'large' ? largeText(params.arguments) : '"a small result"';
  return `{"content":[{"type":"text","text":${text}}]}`;
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.id === undefined) continue;
  process.stdout.write(`{"jsonrpc":"2.0","id":${request.id},"result":${answer(request)}}\n`);
}
