import { stripVTControlCharacters } from 'node:util';

/**
 * Counts what Vitest reports. A file that did not load has no tests, and an error outside of every test
 * has none either: both are failures, and neither is in Vitest's own numbers.
 *
 * @param {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[],
 * } | undefined} report its JSON report; none when it did not come to write one
 * @param {number} exitCode its exit code
 * @returns {{ passed: number, failed: number }}
 */
export function countResults(report, exitCode) {
  const unloaded = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = (report?.numFailedTests ?? 0) + unloaded.length;
  return { passed: report?.numPassedTests ?? 0, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/**
 * Names the tests that passed only when they were tried again, with what the first try failed for.
 *
 * @param {{ testResults: { assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] } | undefined} report
 * @returns {string[]}
 */
export function listRetriedTests(report) {
  return (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages = [] }) => `${fullName}: ${causeOf(failureMessages[0] ?? '')}`);
}

/** The message without its colours and the stack below it, on one line. */
function causeOf(failure) {
  const plain = stripVTControlCharacters(failure);
  const end = plain.search(/\n\s+at /);
  return plain
    .slice(0, end < 0 ? undefined : end)
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Names the test files that took longest, with their seconds.
 *
 * @param {{ testResults: { name: string, startTime: number, endTime: number }[] } | undefined} report
 * @param {number} count
 * @returns {{ name: string, seconds: number }[]} the slowest first
 */
export function listSlowestFiles(report, count) {
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
