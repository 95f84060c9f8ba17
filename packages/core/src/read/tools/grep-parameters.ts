import { maxPatternLength } from '../grep/create-matcher.ts';
import type { ParameterRow } from './parameters.ts';

/** Lines that a search shows at most before and after each match. */
export const maxContextLines = 50;

/** The parameters of a search, whatever is searched. */
export const grepParameters: Readonly<Record<'pattern' | 'literal' | 'ignoreCase' | 'contextLines', ParameterRow>> = {
  pattern: {
    name: 'pattern',
    type: 'string',
    isRequired: true,
    max: maxPatternLength,
    description: 'Regular expression (RE2: no look-around, no backreferences), matched within one line.',
  },
  literal: { name: 'literal', type: 'boolean', description: 'true: pattern is plain text.' },
  ignoreCase: { name: 'ignoreCase', type: 'boolean', description: 'true: upper and lower case are the same.' },
  contextLines: {
    name: 'contextLines',
    type: 'integer',
    min: 0,
    max: maxContextLines,
    description: 'Lines shown before and after each match.',
  },
};
