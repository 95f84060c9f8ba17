/** What a reader can do in a session: call the tools that are listed. */
export interface ReaderSession {
  readonly toolNames: readonly string[];
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<string>;
}

/** What a reader found out, and what it took. */
export interface Finding {
  readonly outcome: 'found' | 'absent' | 'gave up';
  /** The line that holds the term, or the words from which absence follows. */
  readonly evidence: string;
  /** The texts that were read after the first one. */
  readonly followUps: readonly string[];
}

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const MOST_CALLS = 8;
/** Absence follows from an exact total only, never from `at least`. */
const NO_MATCH = /(?<!at least )\b0 match(?:es|ing lines) in (?!at least)[\d,]+ lines?\b/u;

/**
 * Looks for a term by doing only what the texts say.
 *
 * Contract: knows nothing but two rules: a line that is a listed tool's name and a JSON object is a call that can be
 * made; a call that has a pattern takes the term in its place. Where a text offers no call it is the whole and is read
 * as it stands; otherwise only the content of what a call answers, between its first and its last line, is believed.
 */
export async function readLiterally(first: string, term: string, session: ReaderSession): Promise<Finding> {
  const followUps: string[] = [];
  const made = new Set<string>();
  let text = first;
  let content = callsIn(first, session).length === 0 ? first : '';
  for (;;) {
    const line = content.split('\n').find((candidate) => candidate.includes(term));
    if (line !== undefined) return { outcome: 'found', evidence: line, followUps };
    const nothing = NO_MATCH.exec(text);
    if (nothing !== null && followUps.length > 0) return { outcome: 'absent', evidence: nothing[0], followUps };
    const call = nextCall(text, term, session, made);
    if (call === undefined || followUps.length === MOST_CALLS) return { outcome: 'gave up', evidence: '', followUps };
    text = await session.call(call.name, call.input);
    followUps.push(text);
    content = text.split('\n').slice(1, -1).join('\n');
  }
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

function callsIn(text: string, session: ReaderSession): Call[] {
  const calls: Call[] = [];
  for (const line of text.split('\n')) {
    const name = session.toolNames.find((candidate) => line.startsWith(`${candidate} {`));
    if (name === undefined) continue;
    const input = parseObject(line.slice(name.length + 1));
    if (input !== undefined) calls.push({ name, input });
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
