/** A result of a call. */
export interface TranscriptResult {
  /** One text or more. */
  readonly texts: readonly string[];
  /** A picture in base64, where the API takes one in a result. */
  readonly picture?: Picture;
  readonly isError: boolean;
}

/** A picture. */
export interface Picture {
  readonly mediaType: string;
  readonly base64: string;
}

/** A call with its result; calls of one step are made in parallel. */
export interface TranscriptCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: TranscriptResult;
  /** Decides where among the results of the step this one stands. */
  readonly resultRank: number;
}

/** One round trip with calls. */
export interface TranscriptStep {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls: readonly TranscriptCall[];
  /** What the user said while the calls ran. */
  readonly remark?: string;
}

/** What the user says, and what the model does until it answers. */
export interface TranscriptTurn {
  readonly userTexts: readonly string[];
  readonly picture?: Picture;
  readonly steps: readonly TranscriptStep[];
  readonly answer: string;
}

/** A conversation in no API's form. */
export interface Transcript {
  readonly turns: readonly TranscriptTurn[];
  /** Where a request is sent in the last turn: after what the user said, or after the results of its last step. */
  readonly end: 'user' | 'results';
  readonly system?: string;
  readonly isThinking: boolean;
  readonly toolNames: readonly string[];
}

/** A call with the id that it has in the whole conversation. */
export interface NumberedCall extends TranscriptCall {
  readonly id: string;
}

/** A step whose calls have ids; the results stand in an order of their own. */
export interface NumberedStep extends Omit<TranscriptStep, 'calls'> {
  readonly number: number;
  readonly calls: readonly NumberedCall[];
  readonly results: readonly NumberedCall[];
}

/** A turn as it is sent: the last one has no answer yet. */
export interface SentTurn {
  readonly number: number;
  readonly userTexts: readonly string[];
  readonly picture?: Picture;
  readonly steps: readonly NumberedStep[];
  readonly answer?: string;
}

/** Gives calls their ids, and leaves out what is not said yet. */
export function sentTurns({ turns, end }: Transcript, idPrefix: string): readonly SentTurn[] {
  let steps = 0;
  return turns.map((turn, number) => {
    const isLast = number === turns.length - 1;
    const sentSteps = isLast && end === 'user' ? [] : turn.steps;
    return {
      number,
      userTexts: turn.userTexts,
      ...(turn.picture === undefined ? {} : { picture: turn.picture }),
      steps: sentSteps.map((step) => numbered(step, steps++, idPrefix)),
      ...(isLast ? {} : { answer: turn.answer }),
    };
  });
}

function numbered(step: TranscriptStep, number: number, idPrefix: string): NumberedStep {
  const calls = step.calls.map((call, index) => ({ ...call, id: `${idPrefix}${number}_${index}` }));
  return { ...step, number, calls, results: [...calls].sort((a, b) => a.resultRank - b.resultRank) };
}
