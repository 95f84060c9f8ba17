/** The settings' own defaults. */
export const LIMITS = {
  maxResultBytes: 65_536,
  maxTurnBytes: 262_144,
  maxMediaBytes: 1_048_576,
  maxFrameBytes: 268_435_456,
} as const;
