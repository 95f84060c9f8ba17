import type { GatewayChoices, GatewayLimits, OutputSchemaMode } from '../limits.ts';
import { CLIENT_PROFILES, type ClientProfile, MEDIA_TOTAL_BYTES, UNKNOWN_CLIENT } from './profiles.ts';

/** The limits for one client's results: bytes as sent, envelope included. */
export interface ClientLimits {
  readonly maxResultBytes: number;
  readonly maxErrorBytes: number;
  readonly maxMediaBytes: number;
  /** Base64 bytes of all media of one result. */
  readonly maxMediaTotalBytes: number;
  readonly maxLines?: number;
  readonly outputSchemas: OutputSchemaMode;
}

/** Returns the profile of a client by the name it gives of itself. */
export function findProfile(name: string | undefined): ClientProfile {
  if (name === undefined) return UNKNOWN_CLIENT;
  return CLIENT_PROFILES.find((profile) => isSameClient(profile.name, name)) ?? UNKNOWN_CLIENT;
}

function isSameClient(known: string, name: string): boolean {
  return name === known || (name.startsWith(known) && (name[known.length] === '-' || name[known.length] === ' '));
}

/**
 * Returns the limits that hold for a client.
 *
 * Contract: a limit that the user set wins over the profile; what the user left open is the smaller of the profile and
 * the settings' own limit. One medium of the size that the user set always passes.
 */
export function toClientLimits(
  name: string | undefined,
  limits: GatewayLimits,
  choices: GatewayChoices = {},
): ClientLimits {
  const profile = findProfile(name);
  const isSet = (key: keyof GatewayLimits): boolean => choices.configured?.includes(key) ?? false;
  const lower = (key: 'maxResultBytes' | 'maxMediaBytes', known: number | undefined): number =>
    isSet(key) || known === undefined ? limits[key] : Math.min(limits[key], known);
  const maxResultBytes = lower('maxResultBytes', profile.maxResultBytes);
  const knownLines = isSet('maxResultBytes') ? undefined : profile.maxLines;
  return {
    maxResultBytes,
    maxErrorBytes: isSet('maxResultBytes')
      ? maxResultBytes
      : Math.min(maxResultBytes, profile.maxErrorBytes ?? maxResultBytes),
    maxMediaBytes: lower('maxMediaBytes', profile.maxMediaBytes),
    maxMediaTotalBytes: isSet('maxMediaBytes') ? Math.max(limits.maxMediaBytes, MEDIA_TOTAL_BYTES) : MEDIA_TOTAL_BYTES,
    outputSchemas: choices.outputSchemas ?? profile.outputSchemas ?? 'remove',
    ...(knownLines === undefined ? {} : { maxLines: knownLines }),
  };
}
