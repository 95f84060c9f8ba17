import { parentPort, workerData } from 'node:worker_threads';
import { SpillwayError } from '../../errors.ts';
import { type QueryTask, runQuery } from './run-query.ts';
import type { QueryMessage } from './worker-messages.ts';

const port = parentPort;
if (port === null) throw new TypeError('this file is the body of a worker thread');

port.postMessage(answer(workerData as QueryTask));

function answer(task: QueryTask): QueryMessage {
  try {
    return { type: 'done', outcome: runQuery(task) };
  } catch (error) {
    if (!SpillwayError.isInstance(error)) throw error;
    const { code, message, facts } = error;
    return { type: 'refused', code, message, modelText: error.toModelText(), facts };
  }
}
