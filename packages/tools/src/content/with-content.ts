import type { Arguments, FileSource, ToolCall } from '@spillway/core';
import type { FoundPath } from '../roots/roots.ts';
import type { ToolsContext } from '../tools-context.ts';
import { type FileContent, openContent } from './open-content.ts';

/** A file that a call names, open for the time of one piece of work. */
export interface OpenedContent {
  readonly file: FileSource;
  readonly found: FoundPath;
  readonly content: FileContent;
  /** The encoding that the call names. */
  readonly encoding: string | undefined;
}

/** Opens the file that a call names, and its content, for the time of one piece of work. */
export async function withContent<T>(
  context: ToolsContext,
  input: Arguments,
  call: ToolCall,
  work: (opened: OpenedContent) => Promise<T>,
): Promise<T> {
  const { file, found } = await context.roots.openFile(String(input.path));
  try {
    const encoding = input.encoding === undefined ? undefined : String(input.encoding);
    const content = await openContent(file, context.spillway, { encoding, signal: call.signal });
    try {
      return await work({ file, found, content, encoding });
    } finally {
      await content.close();
    }
  } finally {
    await file.close();
  }
}
