import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Fails a run in which a test was skipped, left as a todo, or kept out by a focused one: nothing is skipped silently. */
export class WholeRunReporter implements Reporter {
  #filtered = false;

  onInit(vitest: Vitest): void {
    // With `-t` the tests that do not match are skipped on purpose.
    this.#filtered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (this.#filtered || skipped.length === 0) return;
    process.stderr.write(`\n${skipped.length} of the collected tests did not run:\n${skipped.map(line).join('\n')}\n`);
    process.exitCode = 1;
  }
}

function line(test: TestCase): string {
  return `  ${test.module.relativeModuleId} > ${test.fullName}`;
}
