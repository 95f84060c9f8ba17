export { chooseReaderNames, defaultReaderNames, type ReaderNames } from './bound/reader-names.ts';
