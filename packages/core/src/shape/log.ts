import { createLogDescriber } from './log/describe-log.ts';
import { detectLog } from './log/detect-log.ts';
import type { LogDetails } from './log/log-details.ts';
import { previewLog } from './log/preview-log.ts';
import type { Shape } from './shape.ts';

/** Logs and the output of programs: lines of which many are alike. */
export const logShape: Shape = {
  name: 'log',
  detect: detectLog,
  createDescriber: createLogDescriber,
  preview: (description, maxBytes) =>
    previewLog(description.details as LogDetails, description.lineCount ?? 0, maxBytes),
  ends: (description) => description.details as LogDetails,
  suggest: (description) => (description.details as LogDetails).suggestions,
};
