export type { ReaderNames } from './bound/calls.ts';
export type { Captured } from './bound/capture.ts';
export { formatCall, formatNotice, type NoticeFacts, type ParsedNotice, parseNotice } from './bound/notice.ts';
export {
  type RawSettings,
  type ResolvedSettings,
  readEnvironment,
  resolveSettings,
  type SettingSource,
  type SettingsLayer,
} from './bound/resolve-settings.ts';
export type {
  BoundContext,
  BoundedJson,
  BoundedResult,
  Consumer,
  ProgramResult,
  ToolResult,
} from './bound/result.ts';
export {
  SETTINGS,
  type SettingName,
  type SettingRow,
  type Settings,
  settingBounds,
  settingEnvironmentName,
  settingFlag,
  settingsSchema,
} from './bound/settings.ts';
export { readSettingsFile, type SettingsFile } from './bound/settings-file.ts';
export type { ByteSource, LineIndex, TextEncoding } from './bytes/byte-source.ts';
export type { ContentBlock, MediaBlock, NextCall, OtherBlock, TextBlock } from './content.ts';
export { type ErrorFacts, SpillwayError, type SpillwayErrorCode } from './errors.ts';
export type { EventLog, HandleUse } from './event-log.ts';
export type { SpillwayEvent } from './events.ts';
export type { ByteRange, Handle, Provenance } from './handle/handle.ts';
export type { Description, ShapeName, Suggestion } from './shape/shape.ts';
export { createSpillway, type ResultCapture, type Spillway, type SpillwayOptions } from './spillway.ts';
export type { ToolAnswer, ToolDefinition } from './spillway-api.ts';
export type { HandlePage, Store, StoreAbilities, StoredFacts, StoredSource, StoreWriter } from './store/store.ts';
