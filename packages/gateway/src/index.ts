export type { Boundary } from './boundary.ts';
export { CLIENT_PROFILES, type ClientProfile, UNKNOWN_CLIENT } from './clients/profiles.ts';
export type { GatewayChoices, GatewayLimits, OutputSchemaMode } from './limits.ts';
export { type ExitStatus, toExitCode } from './process/exit-status.ts';
export type { Graces } from './process/shutdown.ts';
export type { SignalSource } from './process/signals.ts';
export { type GatewayOptions, runGateway } from './run-gateway.ts';
