import { readFileSync } from 'node:fs';

/**
 * Returns this process's highest resident memory so far, in bytes. On Linux `maxRSS` begins with what the process that
 * started this one held, so there the kernel's own high-water mark is read.
 */
export function peakMemory() {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes) return Number(kilobytes) * 1024;
  } catch {
    // No /proc: not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
