import type { OutputSchemaMode } from '../limits.ts';

/** What is known of one client: how much of a tool result reaches its model whole, and where that is known from. */
export interface ClientProfile {
  /** `clientInfo.name` as sent at initialize; a longer name that goes on with `-` or a space is the same client. */
  readonly name: string;
  /** Encoded bytes of one result. */
  readonly maxResultBytes: number;
  /** Encoded bytes of one result with `isError`. Default: `maxResultBytes`. */
  readonly maxErrorBytes?: number;
  /** Lines of one result. Default: no limit of lines. */
  readonly maxLines?: number;
  /** Base64 bytes of one image. Default: the settings' own limit. */
  readonly maxMediaBytes?: number;
  /** Default: `remove`. */
  readonly outputSchemas?: OutputSchemaMode;
  /** What the numbers rest on, with a date: `measured` on the wire, or `documented` by the client's code or threads. */
  readonly source: string;
}

/** Base64 bytes of all media of one result, whatever the client's limit for one: some refuse a result of a megabyte. */
export const MEDIA_TOTAL_BYTES = 900_000;

/** A client that no row names. 8,000 bytes are under every limit that cuts without a way back. */
export const UNKNOWN_CLIENT: ClientProfile = {
  name: '',
  maxResultBytes: 8_000,
  source: 'smallest known limit: Cline, 8,000 characters',
};

/** The clients that are known, one row each. */
export const CLIENT_PROFILES: readonly ClientProfile[] = [
  {
    name: 'claude-code',
    // 50,000 characters pass, but 25,000 tokens are a limit too, and dense text (base64, Chinese) meets it at 32,000.
    maxResultBytes: 32_000,
    maxErrorBytes: 9_500,
    maxMediaBytes: 640_000,
    source: 'measured 2026-11-30, version 2.1.197: 50,000 characters, errors 10,000, a 480 KB PNG as an image',
  },
  {
    name: 'codex-mcp-client',
    maxResultBytes: 9_500,
    source: 'measured 2026-11-30, version 0.171: 12,000 bytes, of which 10,000 are its stated policy',
  },
  {
    name: 'gemini-cli-mcp-client',
    maxResultBytes: 38_000,
    source: 'measured 2026-11-30, version 0.61: 40,300 characters of one text part',
  },
  {
    name: 'opencode',
    maxResultBytes: 48_000,
    maxLines: 1_900,
    source: 'measured 2026-11-30, version 1.18.33: 51,100 bytes, 2,000 lines',
  },
  {
    name: 'Cline',
    maxResultBytes: 8_000,
    source: 'documented 2026: 8,000 characters, cut without a way back',
  },
  {
    name: 'Visual Studio Code',
    maxResultBytes: 8_000,
    source: 'documented 2026-03: 8 KiB of one text part, then a session file',
  },
  {
    name: 'qwen-code-mcp-client',
    maxResultBytes: 24_000,
    maxLines: 950,
    source: 'documented 2026: QwenLM/qwen-code#2446 and #5781, 25,000 characters, 1,000 lines',
  },
];
