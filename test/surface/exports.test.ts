import { describe, expect, it } from 'vitest';
import { packageNames, readText } from './support/files.ts';

/**
 * Everything a package promises to its users. A change here is a change of the public surface: it belongs into the
 * changelog, and after 1.0 a removal needs a new major.
 */
const surface: Record<string, { values: readonly string[]; types: readonly string[] }> = {
  '@spillway/core': {
    values: [
      'CHOICES',
      'SETTINGS',
      'SpillwayError',
      'abortedError',
      'answerBytes',
      'answerGrep',
      'answerList',
      'answerPage',
      'answerQuery',
      'answerTail',
      'buildGrepRows',
      'byteOrderMarkLength',
      'bytesTarget',
      'chooseMarks',
      'chooseReaderNames',
      'classifyOverflow',
      'compileKeyPaths',
      'createDefaultStore',
      'createFsStore',
      'createGuardedSource',
      'createMatcher',
      'createMemoryStore',
      'createPace',
      'createSpillway',
      'defaultReaderNames',
      'defaultScope',
      'defaultStoreDirectory',
      'defineTool',
      'describeSource',
      'detectEncoding',
      'digestListing',
      'digestName',
      'digestPath',
      'digestQuery',
      'drawLine',
      'encodeBase32',
      'encodingHeadBytes',
      'escapePattern',
      'fileError',
      'fileTarget',
      'findOwnMark',
      'fitAnswer',
      'formatBytes',
      'formatCall',
      'formatCount',
      'formatCursor',
      'formatFrame',
      'formatListingCursor',
      'formatNotice',
      'formatPage',
      'formatRows',
      'grepParameters',
      'handleNotes',
      'handleTarget',
      'isWithinOneEdit',
      'jsonEscapedLength',
      'keptForNextPage',
      'keyNamed',
      'kindOfFile',
      'listRecords',
      'markBytes',
      'maxContextLines',
      'maxCursorNames',
      'maxListLimit',
      'namedEncoding',
      'openFileSource',
      'openRecord',
      'pageFields',
      'pageParameters',
      'parseAlternatives',
      'parseCursor',
      'parseHandleId',
      'parseListingCursor',
      'parseNotice',
      'parsePage',
      'plural',
      'queryParameters',
      'quoteText',
      'readEnvironment',
      'readOrigin',
      'readRecord',
      'readSettingsFile',
      'recordPath',
      'redactText',
      'refuseKeyFile',
      'resolveSettings',
      'rowCost',
      'scanMatches',
      'settingBounds',
      'settingEnvironmentName',
      'settingFlag',
      'settingsSchema',
      'shareBudget',
      'targetIn',
      'toPageRequest',
      'toQueryRequest',
      'toTitle',
      'toToolAnswer',
      'trimPartialEnd',
      'utf8Unit',
      'wholeLineUnits',
      'withheldFact',
    ],
    types: [
      'Answer',
      'AnswerBudget',
      'AnswerForm',
      'ArgumentValue',
      'Arguments',
      'BoundContext',
      'BoundedJson',
      'BoundedResult',
      'ByteRange',
      'ByteSource',
      'Captured',
      'ChoiceName',
      'ChoiceRow',
      'Consumer',
      'ContentBlock',
      'Cursor',
      'Description',
      'DrawnLine',
      'ErrorEnvelope',
      'ErrorFacts',
      'EventLog',
      'FileSource',
      'FoundMatch',
      'Frame',
      'FsStoreOptions',
      'GrepAnswerOptions',
      'GrepPage',
      'GrepRequest',
      'GrepRows',
      'GrepRowsOptions',
      'GuardedSource',
      'Handle',
      'HandlePage',
      'HandleUse',
      'KeyMode',
      'KeyName',
      'KeyPathRules',
      'KeyPolicy',
      'LineIndex',
      'LineMatcher',
      'ListAnswerOptions',
      'ListedRecord',
      'ListingCursor',
      'MediaBlock',
      'MemoryStoreOptions',
      'NamedEncoding',
      'NextCall',
      'NoOverflowReason',
      'NoticeFacts',
      'OpenFileOptions',
      'OpenRecordOptions',
      'Origin',
      'OriginPart',
      'OtherBlock',
      'OverflowClassification',
      'OverflowNumbers',
      'OverflowOutcome',
      'Pace',
      'Page',
      'PageAnswerOptions',
      'PageRequest',
      'ParameterRow',
      'ParsedNotice',
      'Pattern',
      'ProgramResult',
      'Provenance',
      'QueryAnswerOptions',
      'QueryLimits',
      'QueryMatch',
      'QueryPage',
      'QueryRequest',
      'RawSettings',
      'ReadRecordOptions',
      'ReadTarget',
      'ReaderNames',
      'RecordEvent',
      'RecordHeader',
      'RecordWarning',
      'RecordedEvent',
      'RedactedText',
      'ResolvedSettings',
      'ResultCapture',
      'Row',
      'ScanResult',
      'SessionRecord',
      'SettingName',
      'SettingRow',
      'SettingSource',
      'Settings',
      'SettingsFile',
      'SettingsLayer',
      'ShapeName',
      'SourceMap',
      'Spillway',
      'SpillwayErrorCode',
      'SpillwayEvent',
      'SpillwayOptions',
      'Store',
      'StoreAbilities',
      'StoreWriter',
      'StoredFacts',
      'StoredSource',
      'Suggestion',
      'TailRequest',
      'TextBlock',
      'TextEncoding',
      'ToolAnswer',
      'ToolCall',
      'ToolCallOptions',
      'ToolDefinition',
      'ToolResult',
      'ToolSpec',
      'WriterOptions',
    ],
  },
  '@spillway/core/process': {
    values: [
      'createTailWindow',
      'exitCodes',
      'isDoneWithin',
      'isExecutable',
      'signalExitCode',
      'startFailureExitCode',
      'terminationSignals',
    ],
    types: ['TailWindow'],
  },
  '@spillway/core/testing': {
    values: ['storeContract'],
    types: ['ContractStoreOptions', 'StoreContractCase', 'StoreHarness'],
  },
  '@spillway/core/testing/providers': {
    values: ['checkRequest', 'createLiteralReader', 'startScriptedProvider'],
    types: [
      'AnswerStep',
      'DropStep',
      'Limits',
      'ListedTool',
      'LiteralReaderOptions',
      'ProviderApi',
      'ProviderRequest',
      'RawStep',
      'RecordedRequest',
      'Refusal',
      'RefusalForm',
      'RefusalKind',
      'RefusalStep',
      'Responder',
      'RuleCheck',
      'RuleFault',
      'Script',
      'ScriptedProvider',
      'ScriptedProviderOptions',
      'ScriptedToolCall',
      'Step',
      'StopReason',
      'TextItem',
      'TokenUsage',
      'ToolCallItem',
      'ToolResultItem',
      'TranscriptItem',
      'WrappedStatus',
    ],
  },
  '@spillway/gateway': {
    values: ['CLIENT_PROFILES', 'UNKNOWN_CLIENT', 'runGateway', 'toExitCode'],
    types: [
      'Boundary',
      'ClientProfile',
      'ExitStatus',
      'GatewayChoices',
      'GatewayLimits',
      'GatewayOptions',
      'Graces',
      'OutputSchemaMode',
      'SignalSource',
    ],
  },
  '@spillway/gateway/serve': {
    values: ['serveTools'],
    types: ['ServeGraces', 'ServeOptions', 'ServerIdentity'],
  },
  '@spillway/tools': {
    values: [
      'TOOLS',
      'captureCommand',
      'createRoots',
      'createTools',
      'deliverStream',
      'deliverStreams',
      'deliveredJson',
      'formatPathPart',
      'grepAnyFolder',
      'listAnyDirectory',
      'maxListDepth',
      'openContent',
      'outcomeExitCode',
      'outcomeNotes',
      'outcomeWords',
      'toStartFailure',
    ],
    types: [
      'CaptureCommandOptions',
      'CapturedCommand',
      'CapturedStream',
      'CapturedStreams',
      'CreateToolsOptions',
      'DeliverOptions',
      'Delivered',
      'DeliveredStreams',
      'FileContent',
      'FilesPage',
      'FilesRequest',
      'FolderAnswerOptions',
      'FoundPath',
      'FoundPlace',
      'ListDirectoryOptions',
      'ListPage',
      'ListedEntry',
      'OpenContentOptions',
      'OpenDirectory',
      'OpenFile',
      'Root',
      'RootSpec',
      'Roots',
      'RootsOptions',
      'RunOptions',
      'RunOutcome',
      'SkipReason',
      'SkippedFiles',
      'ToolRow',
      'ToolsContext',
    ],
  },
};

interface Exported {
  values: string[];
  types: string[];
}

/** Reads the names that an index re-exports; it may hold nothing else. */
function exportedNames(text: string): Exported {
  const found: Exported = { values: [], types: [] };
  for (const [, typeOnly, list] of text.matchAll(/^export (type )?\{([^}]*)\} from '[^']+';$/gm)) {
    for (const item of (list as string).split(',').map((part) => part.trim())) {
      if (item === '') continue;
      const name = item.replace(/^type /, '').replace(/^.* as /, '');
      (typeOnly || item.startsWith('type ') ? found.types : found.values).push(name);
    }
  }
  return { values: found.values.sort(), types: found.types.sort() };
}

/** Every path by which a package can be imported, and the source behind it. */
const entries = packageNames.flatMap((folder) => {
  const { name, exports } = JSON.parse(readText(`packages/${folder}/package.json`));
  return Object.entries<{ default?: string }>(exports).flatMap(([key, { default: output }]) => {
    const source = output?.replace(/^\.\/dist\/(.*)\.js$/, `packages/${folder}/src/$1.ts`);
    return source === undefined ? [] : [{ entry: `${name}${key.slice(1)}`, source }];
  });
});

describe('the names that packages export', () => {
  it('are read from every form of re-export', () => {
    const text = [
      "export { b, a, type T } from './one.ts';",
      "export type { U } from './two.ts';",
      'export {',
      '  inner as c,',
      "} from './three.ts';",
    ].join('\n');
    expect(exportedNames(text)).toEqual({ values: ['a', 'b', 'c'], types: ['T', 'U'] });
  });

  it('are listed for everything that can be imported', () => {
    expect(entries.map(({ entry }) => entry)).toEqual(Object.keys(surface));
  });

  describe.each(entries)('$entry', ({ entry, source }) => {
    it('exports what is listed', () => {
      expect(exportedNames(readText(source))).toEqual(surface[entry]);
    });

    it('has every listed value when it is imported', async () => {
      const module: Record<string, unknown> = await import(/* @vite-ignore */ `../../${source}`);
      expect(Object.keys(module).sort()).toEqual(surface[entry]?.values);
      expect(Object.values(module)).not.toContain(undefined);
    });

    it('holds re-exports and nothing else', () => {
      const rest = readText(source)
        .replace(/^export (?:type )?\{[^}]*\} from '[^']+';$/gm, '')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .trim();
      expect(rest).toBe('');
    });
  });
});
