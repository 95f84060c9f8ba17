import { formatCursor, type ReadTarget } from '@spillway/core';
import type { FilePlace } from '../engine/engine.ts';
import { digestFilesRequest, type FilesRequest } from '../files-request.ts';

/** Writes the cursor of a place in an open file. @throws SpillwayError `source-changed` where the place is gone. */
export async function cursorIn(
  target: ReadTarget,
  request: FilesRequest,
  { offset, line }: FilePlace,
): Promise<string> {
  const identity = await target.identify(offset);
  const query = digestFilesRequest(request);
  return formatCursor({ kind: 'grep', offset, ...(line !== undefined && { line }), query, identity });
}
