import { createJsonDescriber } from './json/describe-json.ts';
import { detectJson, detectJsonLines } from './json/detect.ts';
import { innerPlace } from './json/inner-place.ts';
import { previewJson } from './json/preview.ts';
import { suggestJson } from './json/suggest.ts';
import type { Shape } from './shape.ts';

/** One JSON document, or several one after another. */
export const jsonShape: Shape = {
  name: 'json',
  detect: detectJson,
  createDescriber: () => createJsonDescriber(false),
  preview: previewJson,
  inner: innerPlace,
  suggest: suggestJson,
};

/** JSON Lines: a JSON value on each line. */
export const jsonLinesShape: Shape = {
  name: 'json-lines',
  detect: detectJsonLines,
  createDescriber: () => createJsonDescriber(true),
  preview: previewJson,
  suggest: suggestJson,
};
