// Prints how the classifier of refusals does on the recorded ones; exits with 1 where a figure is below its bound.
// Needs a build.
import { classifyOverflow } from '@spillway/core';
import { belowBounds, formatFigures, measure, readCorpus } from './corpus/measure.mjs';

const figures = measure(readCorpus(), classifyOverflow);
process.stdout.write(`${formatFigures(figures)}\n`);
const low = belowBounds(figures);
if (low.length > 0) {
  process.stderr.write(`below the bounds: ${low.join(', ')}\n`);
  process.exitCode = 1;
}
