import { describe, expect, it } from 'vitest';
import { escapePattern } from '../../src/bytes/escape-pattern.ts';

describe('a text as a pattern', () => {
  it('has a backslash before what a pattern would read otherwise, and nowhere else', () => {
    expect(escapePattern('a.b|c^d$ (e) [f] {g} h*i+j?k\\l')).toBe(
      'a\\.b\\|c\\^d\\$ \\(e\\) \\[f\\] \\{g\\} h\\*i\\+j\\?k\\\\l',
    );
    expect(escapePattern('-/<>=!,:#&~@%"\'` \nü')).toBe('-/<>=!,:#&~@%"\'` \nü');
  });

  it('finds itself alone', () => {
    const text = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
    expect(text.match(new RegExp(escapePattern(text), 'u'))?.[0]).toBe(text);
  });
});
