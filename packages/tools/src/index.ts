export { type FileContent, type OpenContentOptions, openContent } from './content/open-content.ts';
export { type CreateToolsOptions, createTools, TOOLS, type ToolRow } from './create-tools.ts';
export type { FilesPage } from './grep-files/answer/files-page.ts';
export type { FilesRequest } from './grep-files/files-request.ts';
export { type FolderAnswerOptions, grepAnyFolder } from './grep-files/grep-any-folder.ts';
export type { SkippedFiles, SkipReason } from './grep-files/skipped-files.ts';
export type { ListPage } from './list-dir/answer-listing.ts';
export { maxListDepth } from './list-dir/create-list-dir-tool.ts';
export type { ListedEntry } from './list-dir/entry-row.ts';
export { type ListDirectoryOptions, listAnyDirectory } from './list-dir/list-any-directory.ts';
export type { RootSpec } from './roots/check-roots.ts';
export { createRoots, type RootsOptions } from './roots/create-roots.ts';
export { formatPathPart } from './roots/path-text.ts';
export type { FoundPath, FoundPlace, OpenDirectory, OpenFile, Root, Roots } from './roots/roots.ts';
export { outcomeNotes, outcomeWords } from './run-command/answer/outcome-words.ts';
export { toStartFailure } from './run-command/failures/start-failure.ts';
export { outcomeExitCode } from './run-command/process/exit-code.ts';
export type { RunOptions, RunOutcome } from './run-command/process/run-outcome.ts';
export {
  type CaptureCommandOptions,
  type CapturedCommand,
  captureCommand,
} from './run-command/streams/capture-command.ts';
export {
  type CapturedStream,
  type Delivered,
  type DeliverOptions,
  deliveredJson,
  deliverStream,
} from './run-command/streams/deliver-stream.ts';
export { type CapturedStreams, type DeliveredStreams, deliverStreams } from './run-command/streams/deliver-streams.ts';
export type { ToolsContext } from './tools-context.ts';
