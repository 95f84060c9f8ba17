import { describe, expect, it } from 'vitest';
import { findProfile, toClientLimits } from '../../src/clients/client-limits.ts';
import { CLIENT_PROFILES } from '../../src/clients/profiles.ts';
import { LIMITS } from '../support/limits.ts';

describe('client limits', () => {
  it.each([
    ['claude-code', 32_000, 9_500, undefined],
    ['codex-mcp-client', 9_500, 9_500, undefined],
    ['gemini-cli-mcp-client', 38_000, 38_000, undefined],
    ['gemini-cli-mcp-client-files', 38_000, 38_000, undefined],
    ['opencode', 48_000, 48_000, 1_900],
    ['claude-code (via mcp-remote 0.1.2)', 32_000, 9_500, undefined],
    ['Cline', 8_000, 8_000, undefined],
    ['claude-codex', 8_000, 8_000, undefined],
    ['', 8_000, 8_000, undefined],
    [undefined, 8_000, 8_000, undefined],
  ])('%s gets %i bytes, %i for errors', (name, maxResultBytes, maxErrorBytes, maxLines) => {
    expect(toClientLimits(name, LIMITS)).toMatchObject({ maxResultBytes, maxErrorBytes });
    expect(toClientLimits(name, LIMITS).maxLines).toBe(maxLines);
  });

  it('takes the smaller of the profile and the settings', () => {
    expect(toClientLimits('claude-code', { ...LIMITS, maxResultBytes: 5_000 })).toMatchObject({
      maxResultBytes: 5_000,
      maxErrorBytes: 5_000,
      maxMediaBytes: 640_000,
    });
    expect(toClientLimits('opencode', { ...LIMITS, maxMediaBytes: 0 }).maxMediaBytes).toBe(0);
  });

  it('lets what the user set win over the profile, upwards too', () => {
    const limits = { ...LIMITS, maxResultBytes: 60_000 };
    expect(toClientLimits('opencode', limits, { configured: ['maxResultBytes'] })).toEqual({
      maxResultBytes: 60_000,
      maxErrorBytes: 60_000,
      maxMediaBytes: 1_048_576,
      maxMediaTotalBytes: 900_000,
      outputSchemas: 'remove',
    });
    expect(toClientLimits('claude-code', limits, { configured: ['maxMediaBytes'] })).toMatchObject({
      maxMediaBytes: 1_048_576,
      maxMediaTotalBytes: 1_048_576,
    });
    const small = { ...LIMITS, maxMediaBytes: 1_000 };
    expect(toClientLimits('claude-code', small, { configured: ['maxMediaBytes'] }).maxMediaTotalBytes).toBe(900_000);
  });

  it('removes output schemas unless told otherwise', () => {
    expect(toClientLimits('claude-code', LIMITS).outputSchemas).toBe('remove');
    expect(toClientLimits('claude-code', LIMITS, { outputSchemas: 'widen' }).outputSchemas).toBe('widen');
  });

  it('knows where every number comes from', () => {
    for (const { name, source } of CLIENT_PROFILES) expect(source, name).toMatch(/(measured|documented) 2026/);
    expect(findProfile('nobody').source).toContain('8,000');
  });
});
