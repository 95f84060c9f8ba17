export type { ServerIdentity } from './connect-mcp.ts';
export { type ServeGraces, type ServeOptions, serveTools } from './serve-tools.ts';
