/**
 * Tells whether a module's folder has the built files of worker threads beside it.
 *
 * Contract: false where TypeScript runs from source, which not every Node that is supported can load into a thread.
 */
export function hasWorkerFile(moduleUrl: string): boolean {
  return moduleUrl.endsWith('.js');
}
