import type { Desk } from './in-process.ts';
import { sampleLog } from './sample-log.ts';
import { handleIn } from './spillway.ts';

/** Stores three results. Returns their handles, newest first. */
export async function storeThree(desk: Desk, scope: string): Promise<string[]> {
  const handles: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const ran = await desk.call(['pipe', '--scope', scope, '--max-result-bytes', '2048'], {
      input: `${i}${sampleLog}`,
    });
    handles.unshift(handleIn(ran.stdout));
  }
  return handles;
}

/** Reads the handles out of what `list --json` printed. */
export function listedIds(json: string): string[] {
  return JSON.parse(json).handles.map(({ id }: { id: string }) => id);
}
