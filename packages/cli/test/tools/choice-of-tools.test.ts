import { describe, expect, it } from 'vitest';
import { choiceOfTools } from '../../src/tools/choice-of-tools.ts';
import { UsageError } from '../../src/usage-error.ts';

const reading = ['read_file', 'tail_file', 'grep_files', 'list_dir', 'query_file'];
const choose = (only?: string, options: { readOnly?: boolean; hasSkills?: boolean } = {}) =>
  choiceOfTools({ only, readOnly: options.readOnly ?? false, hasSkills: options.hasSkills ?? false });

describe('which tools are served', () => {
  it('all of them, read_skill where there are skills', () => {
    expect(choose()).toEqual([...reading, 'write_file', 'edit_file', 'run_command']);
    expect(choose(undefined, { hasSkills: true })).toContain('read_skill');
  });

  it('those that read, where no other is wanted', () => {
    expect(choose(undefined, { readOnly: true })).toEqual(reading);
    expect(choose(undefined, { readOnly: true, hasSkills: true })).toEqual([...reading, 'read_skill']);
  });

  it('those that are named, in the order of the table', () => {
    expect(choose('run_command, read_file,')).toEqual(['read_file', 'run_command']);
  });

  it.each<[only: string, options: { readOnly?: boolean }, message: RegExp]>([
    ['read_fille', {}, /^--only: "read_fille" is no tool; there are read_file, /],
    ['write_file', { readOnly: true }, /^--only: "write_file" does more than read: leave --read-only out$/],
    ['read_skill', {}, /^--only: "read_skill" needs --skills$/],
    [' , ', {}, /^--only takes names with commas between them: read_file, /],
  ])('not %s with %j', (only, options, message) => {
    expect(() => choose(only, options)).toThrow(UsageError);
    expect(() => choose(only, options)).toThrow(message);
  });
});
