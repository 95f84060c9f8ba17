/** What a reader can do in a session: call the tools that are listed. */
export interface ReaderSession {
  readonly toolNames: readonly string[];
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<string>;
}

/** What a reader found out, and what it took. */
export interface Finding {
  readonly outcome: 'found' | 'absent' | 'unknown';
  /** The line that holds the term, or the words from which absence follows. */
  readonly evidence: string;
  /** The texts that were read after the first one. */
  readonly followUps: readonly string[];
}

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const MAX_CALLS = 8;
/** Absence follows from an exact total only, never from `at least`. */
const NO_MATCH = /(?<!at least )\b0 matches in (?!at least)[\d,]+ lines?\b/u;
const MARKS = /\bmatches marked (\S)…(\S)/u;

/**
 * Looks for a term by doing only what the texts say.
 *
 * Contract: knows nothing but two rules: a listed tool's name and a JSON object make a call that can be made; a call that
 * has a pattern takes the term in its place. Where a text offers no call it is the whole and is read as it stands;
 * otherwise only what calls answer is believed: facts in the first line, content between it and the last line.
 */
export async function readLiterally(first: string, term: string, session: ReaderSession): Promise<Finding> {
  const followUps: string[] = [];
  const made = new Set<string>();
  let text = first;
  let content = callsIn(first, session).length === 0 ? first : '';
  for (;;) {
    const line = content.split('\n').find((candidate) => candidate.includes(term));
    if (line !== undefined) return { outcome: 'found', evidence: line, followUps };
    const nothing = followUps.length === 0 ? null : NO_MATCH.exec(firstLine(text));
    if (nothing !== null) return { outcome: 'absent', evidence: nothing[0], followUps };
    const call = nextCall(text, term, session, made);
    if (call === undefined || followUps.length === MAX_CALLS) return { outcome: 'unknown', evidence: '', followUps };
    text = await session.call(call.name, call.input);
    followUps.push(text);
    content = unmarked(text.split('\n').slice(1, -1).join('\n'), text);
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Takes away the marks around matches, where the first line says that there are any and which. */
function unmarked(content: string, text: string): string {
  const [, open, close] = MARKS.exec(firstLine(text)) ?? [];
  if (open === undefined || close === undefined) return content;
  return content.replaceAll(open, '').replaceAll(close, '');
}

/** The search, with the term as its pattern, if one is offered; otherwise the first call that was not made yet. */
function nextCall(text: string, term: string, session: ReaderSession, made: Set<string>): Call | undefined {
  const calls = callsIn(text, session);
  const search = calls.find((call) => 'pattern' in call.input);
  const wanted = search === undefined ? calls : [{ ...search, input: { ...search.input, pattern: term } }, ...calls];
  for (const call of wanted) {
    const key = JSON.stringify(call);
    if (made.has(key)) continue;
    made.add(key);
    return call;
  }
  return undefined;
}

/** A call stands on a line of its own, or after `next: ` in the last line of a page. */
function callsIn(text: string, session: ReaderSession): Call[] {
  const calls: Call[] = [];
  for (const line of text.split('\n')) {
    const [, word = '', json = ''] = /^(?:\[END OF PAGE \w+\] next: )?(\S+) (\{.*\})$/u.exec(line) ?? [];
    const input = session.toolNames.includes(word) ? parseObject(json) : undefined;
    if (input !== undefined) calls.push({ name: word, input });
  }
  return calls;
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
