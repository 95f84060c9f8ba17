export type { Captured } from './bound/capture.ts';
export { describeSource, type SourceMap } from './bound/describe/describe-source.ts';
export { formatNotice, type NoticeFacts, type ParsedNotice, parseNotice } from './bound/notice.ts';
export { chooseReaderNames, defaultReaderNames, type ReaderNames } from './bound/reader-names.ts';
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
  Origin,
  ProgramResult,
  ToolResult,
} from './bound/result.ts';
export {
  CHOICES,
  type ChoiceName,
  type ChoiceRow,
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
export { shareBudget } from './bound/share-budget.ts';
export type { ByteSource, LineIndex, TextEncoding } from './bytes/byte-source.ts';
export { formatBytes, formatCount, plural } from './bytes/count-words.ts';
export { byteOrderMarkLength, detectEncoding, encodingHeadBytes } from './bytes/encoding.ts';
export { escapePattern } from './bytes/escape-pattern.ts';
export { jsonEscapedLength } from './bytes/escaped-length.ts';
export { type DrawnLine, drawLine } from './bytes/escapes.ts';
export { trimPartialEnd } from './bytes/text-units.ts';
export { utf8Unit } from './bytes/utf8-edge.ts';
export {
  type ContentBlock,
  formatCall,
  type MediaBlock,
  type NextCall,
  type OtherBlock,
  type TextBlock,
} from './content.ts';
export { type ErrorFacts, SpillwayError, type SpillwayErrorCode } from './errors.ts';
export type { EventLog, HandleUse } from './event-log.ts';
export type { SpillwayEvent } from './events.ts';
export { createGuardedSource, type GuardedSource } from './guard/guarded-source.ts';
export { keyNamed } from './guard/key-errors.ts';
export { refuseKeyFile } from './guard/key-file.ts';
export type { KeyMode, KeyPolicy } from './guard/key-mode.ts';
export { compileKeyPaths, type KeyName, type KeyPathRules } from './guard/key-path.ts';
export { type RedactedText, redactText } from './guard/redact-text.ts';
export { withheldFact } from './guard/withheld-fact.ts';
export { encodeBase32 } from './handle/crockford.ts';
export { type Cursor, digestQuery, formatCursor, parseCursor } from './handle/cursor.ts';
export type { ByteRange, Handle, OriginPart, Provenance } from './handle/handle.ts';
export { parseHandleId } from './handle/handle-id.ts';
export { digestPath } from './handle/identity.ts';
export {
  digestListing,
  digestName,
  formatListingCursor,
  type ListingCursor,
  maxCursorNames,
  parseListingCursor,
} from './handle/listing-cursor.ts';
export { isWithinOneEdit } from './handle/one-edit.ts';
export { findOwnMark } from './own-marks.ts';
export { answerBytes } from './read/answer-bytes.ts';
export { type Answer, type AnswerBudget, type AnswerForm, fitAnswer, pageFields } from './read/fit-answer.ts';
export { type Frame, formatFrame, quoteText, toTitle } from './read/frame.ts';
export { createMatcher } from './read/grep/create-matcher.ts';
export type { FoundMatch } from './read/grep/found-match.ts';
export { answerGrep, type GrepAnswerOptions } from './read/grep/grep-answer.ts';
export type { GrepPage } from './read/grep/grep-page.ts';
export { buildGrepRows, type GrepRows, type GrepRowsOptions } from './read/grep/grep-rows.ts';
export { wholeLineUnits } from './read/grep/match-row.ts';
export type { LineMatcher, Pattern } from './read/grep/matcher.ts';
export { parseAlternatives } from './read/grep/pattern-syntax.ts';
export { chooseMarks, formatRows, markBytes, type Row, rowCost } from './read/grep/row.ts';
export { type ScanResult, scanMatches } from './read/grep/scan-matches.ts';
export type { GrepRequest } from './read/grep/search-target.ts';
export { abortedError, createPace, type Pace } from './read/pace.ts';
export { locateRange } from './read/page/locate-range.ts';
export type { Page } from './read/page/page.ts';
export { answerPage, type PageAnswerOptions } from './read/page/page-answer.ts';
export type { PageRequest } from './read/page/page-request.ts';
export { formatPage, parsePage } from './read/page/page-text.ts';
export { answerTail, type TailRequest } from './read/page/tail-answer.ts';
export type { QueryMatch } from './read/query/match-row.ts';
export { answerQuery, type QueryAnswerOptions } from './read/query/query-answer.ts';
export type { QueryPage } from './read/query/query-page.ts';
export type { QueryLimits, QueryRequest } from './read/query/query-request.ts';
export { bytesTarget } from './read/source/bytes-target.ts';
export { type NamedEncoding, namedEncoding, targetIn } from './read/source/encoding-label.ts';
export { fileError, kindOfFile } from './read/source/file-error.ts';
export { type FileSource, type OpenFileOptions, openFileSource } from './read/source/file-source.ts';
export { fileTarget } from './read/source/file-target.ts';
export { handleTarget } from './read/source/handle-target.ts';
export { readOrigin } from './read/source/origin.ts';
export type { ReadTarget } from './read/source/target.ts';
export { defineTool, type ToolCall, type ToolSpec } from './read/tools/define-tool.ts';
export { grepParameters, maxContextLines } from './read/tools/grep-parameters.ts';
export { handleNotes } from './read/tools/handle-notes.ts';
export { answerList, type ListAnswerOptions } from './read/tools/list-answer.ts';
export { keptForNextPage, pageParameters, toPageRequest } from './read/tools/page-parameters.ts';
export type { Arguments, ArgumentValue, ParameterRow } from './read/tools/parameters.ts';
export { queryParameters, toQueryRequest } from './read/tools/query-parameters.ts';
export { toToolAnswer } from './read/tools/to-tool-answer.ts';
export type { ToolAnswer, ToolCallOptions, ToolDefinition } from './read/tools/tool.ts';
export { estimateTokens } from './recover/estimate/estimate-tokens.ts';
export {
  createTokenCalibration,
  type ObservationOutcome,
  type TokenCalibration,
  type TokenObservation,
} from './recover/estimate/token-calibration.ts';
export type {
  NoOverflowReason,
  OverflowClassification,
  OverflowNumbers,
  OverflowOutcome,
} from './recover/overflow/classification.ts';
export { classifyOverflow } from './recover/overflow/classify-overflow.ts';
export type { ErrorEnvelope } from './recover/overflow/envelope.ts';
export { type OpenRecordOptions, openRecord } from './recover/record/open-record.ts';
export { readRecord } from './recover/record/read-record.ts';
export type {
  ReadRecordOptions,
  RecordEvent,
  RecordedEvent,
  RecordHeader,
  RecordWarning,
  SessionRecord,
} from './recover/record/record.ts';
export { type ListedRecord, listRecords, recordPath } from './recover/record/record-path.ts';
export type { Attempt, Send } from './recover/retry/ask.ts';
export { type OverflowRequest, recoverOverflow } from './recover/retry/recover-overflow.ts';
export { createRecovery, type Recovery, type SendOptions } from './recover/retry/recovery.ts';
export type { RecoveryEvent } from './recover/retry/recovery-event.ts';
export type { AnswerUsage, RecoveryOptions } from './recover/retry/recovery-options.ts';
export { startStream } from './recover/retry/start-stream.ts';
export type { RetrySettings } from './recover/retry/waiting.ts';
export { openSession, type Session, type SessionOptions } from './recover/session/session.ts';
export type { SessionEvent } from './recover/session/session-event.ts';
export type { Bounder } from './recover/view/bounder.ts';
export type { ShrinkOrder } from './recover/view/candidates.ts';
export { wireFormats } from './recover/wire/formats.ts';
export type { JsonObject, JsonPath, JsonValue } from './recover/wire/json.ts';
export type {
  CallPart,
  MediaPart,
  MissingResult,
  PairingRules,
  ResultPart,
  Role,
  TextPart,
  WireFormat,
  WirePart,
} from './recover/wire/wire-format.ts';
export type { Description, ShapeName, Suggestion } from './shape/shape.ts';
export { createSpillway, type ResultCapture, type Spillway, type SpillwayOptions } from './spillway.ts';
export { createDefaultStore, defaultStoreDirectory } from './store/default-store.ts';
export { createFsStore, type FsStoreOptions } from './store/fs.ts';
export { maxListLimit } from './store/limits.ts';
export { createMemoryStore, type MemoryStoreOptions } from './store/memory.ts';
export { defaultScope } from './store/scope.ts';
export type {
  HandlePage,
  Store,
  StoreAbilities,
  StoredFacts,
  StoredSource,
  StoreWriter,
  WriterOptions,
} from './store/store.ts';
