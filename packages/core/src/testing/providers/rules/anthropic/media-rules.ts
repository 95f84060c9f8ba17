import { isBase64, isOtherPicture, pictureTypes } from '../media.ts';
import { at, dotted, type Place, textAt } from '../place.ts';
import { type Rule, ruleOf } from '../rule.ts';
import { blocksOfType } from './turns.ts';

const maxImageBytes = 5_242_880;
const maxImages = 100;

/** The sources of pictures and documents that hold base64. */
const encodedSources = (...types: readonly string[]): ((body: Place) => readonly Place[]) => {
  const blocks = blocksOfType(...types);
  return (body) =>
    blocks(body)
      .map((block) => at(block, 'source'))
      .filter((source) => textAt(source, 'type') === 'base64');
};

/** What pictures and documents have to be. https://docs.anthropic.com/en/docs/build-with-claude/vision */
export const mediaRules: readonly Rule[] = [
  ruleOf(
    'media-source',
    (body) => blocksOfType('image', 'document')(body).map((block) => at(block, 'source')),
    (source) => !['base64', 'url', 'file', 'text', 'content'].includes(textAt(source, 'type') ?? ''),
    (source) => `${dotted(source)}: Input tag does not match any of the expected tags: 'base64', 'url', 'file'`,
  ),
  ruleOf(
    'image-type',
    encodedSources('image'),
    (source) => !pictureTypes.includes(textAt(source, 'media_type') ?? ''),
    (source) =>
      `${dotted(source)}.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
  ),
  ruleOf(
    'image-other-type',
    encodedSources('image'),
    (source) => isOtherPicture(at(source, 'data').value, at(source, 'media_type').value),
    (source) =>
      `${dotted(source)}.base64.data: The image was specified using the ${textAt(source, 'media_type')} media type, but the image appears to be of another type`,
  ),
  ruleOf(
    'media-base64',
    encodedSources('image', 'document'),
    (source) => !isBase64(at(source, 'data').value),
    (source) => `${dotted(source)}.base64: invalid base64 data`,
  ),
  // The limit is compared with the base64, not with the bytes behind it.
  ruleOf(
    'image-size',
    encodedSources('image'),
    (source) => (textAt(source, 'data')?.length ?? 0) > maxImageBytes,
    (source) =>
      `${dotted(source)}.base64: image exceeds 5 MB maximum: ${textAt(source, 'data')?.length} bytes > ${maxImageBytes} bytes`,
  ),
  {
    name: 'image-count',
    broken: (body) => blocksOfType('image')(body).slice(maxImages),
    message: (block) => `${dotted(block)}: Too much media: more than ${maxImages} images`,
  },
];
