import type { ParameterRow } from '@spillway/core';

/** The parameter that names a file. */
export const fileParameter: ParameterRow = {
  name: 'path',
  type: 'string',
  isRequired: true,
  description: 'File, as answers show it, such as logs/app.log.',
};

/** The parameter that says how its bytes become text. */
export const encodingParameter: ParameterRow = {
  name: 'encoding',
  type: 'string',
  max: 40,
  description: 'Default: UTF-8 or UTF-16 by its bytes. Else such as windows-1252, shift_jis, gbk; binary: a hex dump.',
};

/** What a reader can do about bytes that are not text. */
export const undecodableAdvice = 'encoding can name what it is, such as windows-1252 or shift_jis';
