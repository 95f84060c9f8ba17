export { SpillwayError } from './errors.ts';
