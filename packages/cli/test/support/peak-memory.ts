import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How much more memory a process may take for any amount of output than for a few bytes of it. */
export const maxGrowthBytes = 104_857_600;

/** The most memory that a running process has used so far, in bytes; 0 when it is gone. */
function peakOf(pid: number): number {
  try {
    if (process.platform !== 'linux') {
      return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
    }
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Follows the memory of a process while it runs; `stop` answers with the most that was seen. */
export function watchMemory(): { start: (pid: number) => void; stop: () => number } {
  let timer: NodeJS.Timeout | undefined;
  let peak = 0;
  return {
    start(pid) {
      timer = setInterval(() => {
        peak = Math.max(peak, peakOf(pid));
      }, 10);
    },
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
