export type { Limits, RuleCheck } from './gate.ts';
export { createLiteralReader, type LiteralReaderOptions } from './literal-reader.ts';
export type {
  ListedTool,
  ProviderRequest,
  TextItem,
  ToolCallItem,
  ToolResultItem,
  TranscriptItem,
} from './provider-request.ts';
export type { Refusal, RefusalForm, RefusalKind, WrappedStatus } from './refusal.ts';
export { checkRequest } from './rules/check-request.ts';
export type { ProviderApi, RuleFault } from './rules/rule.ts';
export {
  type RecordedRequest,
  type ScriptedProvider,
  type ScriptedProviderOptions,
  startScriptedProvider,
} from './scripted-provider.ts';
export type {
  AnswerStep,
  DropStep,
  RawStep,
  RefusalStep,
  Responder,
  Script,
  ScriptedToolCall,
  Step,
  StopReason,
  TokenUsage,
} from './step.ts';
