import type { ToolAnswer } from './tool.ts';

/** Turns what a reader wrote into what its tool answers. Contract: no error, whatever the text says. */
export function toToolAnswer({
  text,
  fields,
}: {
  readonly text: string;
  readonly fields?: ToolAnswer['page'] | undefined;
}): ToolAnswer {
  return { text, isError: false, ...(fields !== undefined && { page: fields }) };
}
