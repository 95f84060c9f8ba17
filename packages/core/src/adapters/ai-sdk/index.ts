export type { ModelOutput } from './model-output.ts';
export type { ToolBoundary } from './output-call.ts';
export { aiSdkPrompt } from './prompt-format.ts';
export type { ReaderInput, ReaderSchema, ReaderTool } from './reader-tools.ts';
export { type RecoverMiddleware, type RecoverMiddlewareOptions, recoverMiddleware } from './recover-middleware.ts';
export { type WithReaders, type WrapToolsOptions, wrapTools } from './wrap-tools.ts';
