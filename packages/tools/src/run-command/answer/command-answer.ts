import {
  type BoundedResult,
  fitAnswer,
  formatBytes,
  formatFrame,
  type ToolAnswer,
  type ToolCall,
  toToolAnswer,
  withheldFact,
} from '@spillway/core';
import { outcomeExitCode } from '../process/exit-code.ts';
import type { CapturedCommand } from '../streams/capture-command.ts';
import { type CapturedStream, type Delivered, exactText } from '../streams/deliver-stream.ts';
import { type DeliveredStreams, deliverStreams } from '../streams/deliver-streams.ts';
import { fittingNotes } from './fitting-notes.ts';
import { outcomeNotes, outcomeWords } from './outcome-words.ts';
import { shortCwd } from './short-cwd.ts';

/** What is told of a command besides its output. */
export interface CommandFacts {
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Why it failed, where that is known: sentences of one line. */
  readonly causes: readonly string[];
}

/** How a command ended and what became of its output, as data. */
export interface CommandPage {
  readonly exitCode: number;
  readonly signal?: string;
  readonly stoppedBy?: string;
  readonly cwd: string;
  readonly survivors?: readonly number[];
  /** Every byte of both streams stands in the text. */
  readonly complete: boolean;
  readonly stdout: StreamPage;
  readonly stderr: StreamPage;
}

interface StreamPage {
  readonly byteLength: number;
  readonly complete: boolean;
  readonly handle?: string;
}

const names = ['stdout', 'stderr'] as const;
/** Of the budget: what the notes may take. */
const notesShare = 0.3;
/** What is written around a stream that is whole, at most. */
const frameBytes = 160;
const form = {
  what: 'the end of a command',
  toFields: (page: CommandPage): Readonly<Record<string, unknown>> => ({ ...page }),
};

/**
 * Answers with how a command ended and what it printed.
 *
 * Contract: the first line begins with the exit code, the signal or the time limit, and says how much each stream holds,
 * whether it is all there, and where the command ran; notes follow, then each stream that is not empty: whole in a frame,
 * or its notice. Never an error: a command that ran has a result, whatever its exit code.
 * @throws SpillwayError `budget-too-small` where not even the first line fits.
 */
export async function answerCommand(
  command: CapturedCommand,
  facts: CommandFacts,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { maxBytes, envelopeBytes } = call;
  const answer = await fitAnswer({ maxBytes, envelopeBytes, withFields: true }, form, async (room) => {
    const delivered = await deliverStreams(command.streams, room, { foldsTerminal: true, frameBytes });
    const lines = [firstLine(command, delivered, facts), ...notes(command, facts, maxBytes * notesShare)];
    if (delivered.keptOnly !== undefined) lines.push(keptLine(delivered.keptOnly));
    for (const name of names) lines.push(...streamText(name, delivered[name], command.streams[name]));
    return { page: toPage(command, delivered, facts), text: lines.join('\n') };
  });
  return toToolAnswer(answer);
}

function firstLine({ outcome, streams }: CapturedCommand, delivered: DeliveredStreams, facts: CommandFacts): string {
  const isSilent = names.every((name) => streams[name].captured.producedBytes === 0);
  const words = names.map((name) => streamWords(name, streams[name], delivered[name]));
  const parts = [outcomeWords(outcome, facts.timeoutMs), ...(isSilent ? ['it printed nothing'] : words)];
  return [...parts, `in ${shortCwd(facts.cwd)}`].join(' · ');
}

function streamWords(name: string, { captured }: CapturedStream, delivered: Delivered | undefined): string {
  if (captured.producedBytes === 0) return `${name} empty`;
  const isWhole = delivered?.exact !== undefined || delivered?.result.complete === true;
  const part = isWhole ? '' : delivered?.folded === undefined ? ', in part' : ', folded';
  return `${name} ${formatBytes(captured.producedBytes)}${part}`;
}

function notes({ outcome }: CapturedCommand, { causes }: CommandFacts, maxBytes: number): string[] {
  return fittingNotes([...outcomeNotes(outcome), ...causes], maxBytes);
}

function keptLine(handles: readonly string[]): string {
  const where = handles.length === 0 ? 'it is not kept' : `kept: ${handles.join(', ')}`;
  return `note: there is no room for its output (${where}); raise maxResultBytes`;
}

function streamText(name: string, delivered: Delivered | undefined, { captured }: CapturedStream): string[] {
  if (delivered === undefined) return [];
  const { exact, folded, result } = delivered;
  const size = formatBytes(captured.producedBytes);
  const withheld = captured.withheldBytes === undefined ? [] : [withheldFact(captured.withheldBytes)];
  if (exact !== undefined) return [formatFrame({ title: name, facts: [size], body: exactText(exact) })];
  if (folded !== undefined) {
    const kept = result.handle === undefined ? 'what was left out is not kept' : `${result.handle.id} keeps all`;
    return [formatFrame({ title: name, facts: [size, ...withheld, folded.leftOut, kept], body: folded.text })];
  }
  const masked = maskedText(result);
  if (masked !== undefined) return [formatFrame({ title: name, facts: [size, ...withheld], body: masked })];
  return [result.complete ? `${name}: ${result.toText()}` : result.toText()];
}

/** The text of a result that is whole but for its keys: nothing of it need be kept. */
function maskedText({ complete, handle, withheldBytes, blocks }: BoundedResult): string | undefined {
  if (complete || handle !== undefined || withheldBytes === undefined || blocks.length !== 2) return undefined;
  return String(blocks[0]?.text);
}

function toPage(
  { outcome, streams }: CapturedCommand,
  delivered: DeliveredStreams,
  { cwd }: CommandFacts,
): CommandPage {
  const { signal, stoppedBy, survivors } = outcome;
  const page = (name: 'stdout' | 'stderr'): StreamPage => {
    const { captured } = streams[name];
    const handle = delivered[name]?.result.handle ?? captured.handle;
    const complete = captured.producedBytes === 0 || delivered[name]?.result.complete === true;
    return { byteLength: captured.producedBytes, complete, ...(handle !== undefined && { handle: handle.id }) };
  };
  const [stdout, stderr] = [page('stdout'), page('stderr')];
  return {
    exitCode: outcomeExitCode(outcome),
    ...(signal !== undefined && { signal }),
    ...(stoppedBy !== undefined && { stoppedBy }),
    cwd,
    ...(survivors.length > 0 && { survivors }),
    complete: stdout.complete && stderr.complete,
    stdout,
    stderr,
  };
}
