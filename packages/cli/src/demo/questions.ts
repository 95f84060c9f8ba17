import type { DemoLog } from './make-log.ts';

/** A question on the log: what is looked for, and what is true. */
export interface Question {
  readonly title: string;
  readonly term: string;
  /** The whole line that answers it; absent when the right answer is that there is none. */
  readonly line?: string;
}

/** The three questions of the demo, from easy to the one that most readers get wrong. */
export function demoQuestions(log: DemoLog): readonly Question[] {
  return [
    { title: 'the one ERROR line', term: 'ERROR', line: log.errorLine },
    { title: `the request ${log.request.term}`, term: log.request.term, line: log.request.line },
    { title: `${log.absentTerm}, which is not there`, term: log.absentTerm },
  ];
}
