import type { ParameterRow } from '@spillway/core';

/** The parameter that names the file. */
export const pathParameter: ParameterRow = {
  name: 'path',
  type: 'string',
  isRequired: true,
  description: 'The file: a path as listings show it, or an absolute one.',
};

/** The parameter that lets words of ours stand in a file. */
export const allowNoticesParameter: ParameterRow = {
  name: 'allowNotices',
  type: 'boolean',
  description: 'true: lines that look like a notice or a page mark are meant.',
};
