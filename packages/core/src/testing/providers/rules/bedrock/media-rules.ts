import { isBase64, isOtherPicture } from '../media.ts';
import { at, dotted, has, type Place, textAt } from '../place.ts';
import { type Rule, ruleOf } from '../rule.ts';
import { allMembers, blocksOf, membersOf, messagesOf } from './blocks.ts';

const imageFormats = ['png', 'jpeg', 'gif', 'webp'];
const documentFormats = ['pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md'];
const maxImages = 20;
const maxDocuments = 5;
const maxImageBytes = 3_932_160;
const maxDocumentBytes = 4_718_592;

const bytesIn = (media: Place): Place => at(media, 'source', 'bytes');
const byteLength = (base64: Place): number =>
  Math.floor((String(base64.value ?? '').replace(/=+$/, '').length * 3) / 4);
const images = allMembers('image');
const documents = allMembers('document');

/**
 * What pictures and documents have to be.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_DocumentBlock.html
 */
export const mediaRules: readonly Rule[] = [
  ruleOf(
    'image-format',
    images,
    (image) => !imageFormats.includes(textAt(image, 'format') ?? ''),
    isNoFormat(imageFormats),
  ),
  ruleOf(
    'document-format',
    documents,
    (document) => !documentFormats.includes(textAt(document, 'format') ?? ''),
    isNoFormat(documentFormats),
  ),
  ruleOf(
    'image-other-format',
    images,
    (image) => isOtherPicture(bytesIn(image).value, `image/${textAt(image, 'format')}`),
    (image) => `The image at ${dotted(image)} does not match its format ${textAt(image, 'format')}`,
  ),
  ruleOf(
    'media-bytes',
    (body) => [...images(body), ...documents(body)],
    (media) => !isSource(at(media, 'source')),
    (media) => `The source of ${dotted(media)} is missing or holds no bytes in base64`,
  ),
  ruleOf(
    'image-size',
    images,
    (image) => byteLength(bytesIn(image)) > maxImageBytes,
    (image) => `The image at ${dotted(image)} exceeds the maximum size of 3.75 MB`,
  ),
  ruleOf(
    'document-size',
    documents,
    (document) => byteLength(bytesIn(document)) > maxDocumentBytes,
    (document) => `The document at ${dotted(document)} exceeds the maximum size of 4.5 MB`,
  ),
  // Counted over the whole request, as the models behind it do.
  {
    name: 'image-count',
    broken: (body) => images(body).slice(maxImages),
    message: () => `The request includes too many images: at most ${maxImages} are allowed`,
  },
  {
    name: 'document-count',
    broken: (body) => documents(body).slice(maxDocuments),
    message: () => `The request includes too many documents: at most ${maxDocuments} are allowed`,
  },
  ruleOf(
    'document-name',
    documents,
    (document) => !isDocumentName(textAt(document, 'name') ?? ''),
    () =>
      "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character.",
  ),
  {
    name: 'document-text',
    broken: (body) =>
      messagesOf(body)
        .map(blocksOf)
        .filter((blocks) => membersOf(blocks, 'text').length === 0)
        .flatMap((blocks) => membersOf(blocks, 'document')),
    message: (document) => `A text block must be included together with the document at ${dotted(document)}`,
  },
];

function isNoFormat(formats: readonly string[]): (media: Place) => string {
  return (media) =>
    `Value '${textAt(media, 'format')}' at '${dotted(media)}.format' failed to satisfy constraint: Member must satisfy enum value set: [${formats.join(', ')}]`;
}

function isSource(source: Place): boolean {
  return (
    has(source, 's3Location') || has(source, 'text') || has(source, 'content') || isBase64(at(source, 'bytes').value)
  );
}

function isDocumentName(name: string): boolean {
  return name.length <= 200 && /^[a-zA-Z0-9\s()[\]-]+$/.test(name) && !/\s{2}/.test(name);
}
