import { rewriteObject } from '../json/raw.ts';
import type { Range } from '../json/scan.ts';
import { findMember, scanObject } from '../json/scan.ts';

/**
 * Writes the result of `initialize` or `server/discover` again so that it offers tools.
 *
 * Contract: returns `undefined` where it offers them already, or is no such result; then its bytes stay as they are.
 */
export function addToolsCapability(bytes: Buffer, result: Range): Buffer | undefined {
  const object = scanObject(bytes, result.start);
  const range = object === undefined ? undefined : findMember(object.members, 'capabilities');
  const capabilities = range === undefined ? undefined : scanObject(bytes, range.start);
  if (object === undefined || range === undefined || capabilities === undefined) return undefined;
  if (findMember(capabilities.members, 'tools') !== undefined) return undefined;
  const tools = new Map([['tools', Buffer.from('{}')]]);
  const widened = rewriteObject(bytes, capabilities.members, tools);
  return rewriteObject(bytes, object.members, new Map([['capabilities', widened]]));
}
