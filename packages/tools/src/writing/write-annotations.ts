import type { ToolDefinition } from '@spillway/core';

/** What clients are told of a tool that changes files. */
export const writeAnnotations: ToolDefinition['annotations'] = {
  readOnlyHint: false,
  idempotentHint: false,
  openWorldHint: false,
  destructiveHint: true,
};
