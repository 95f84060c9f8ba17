// Prints `PASSED FAILED` for a JSON report of vitest. A file that could not be loaded has no tests and counts as one
// that failed; so does a run whose report says less than its exit code.
import { readFileSync } from 'node:fs';

const [path = '', exitCode = '0'] = process.argv.slice(2);
let passed = 0;
let failed = 0;
try {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  passed = report.numPassedTests;
  failed = report.numFailedTests;
  for (const { status, assertionResults } of report.testResults) {
    if (status === 'failed' && assertionResults.length === 0) failed += 1;
  }
} catch (error) {
  process.stderr.write(`no test report: ${error instanceof Error ? error.message : String(error)}\n`);
}
if (failed === 0 && (exitCode !== '0' || passed === 0)) failed = 1;
process.stdout.write(`${passed} ${failed}\n`);
