// Ends a test run with one plain line, `N passed, N failed`, that any tool can parse.
import type { Reporter } from 'vitest/node';

type TestModules = Parameters<NonNullable<Reporter['onTestRunEnd']>>[0];
type Errors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1];

/**
 * Counts the tests. A file that did not load, or an error outside any test, counts as a failure.
 */
const countTests = (modules: TestModules, errors: Errors) => {
  let passed = 0;
  let failed = errors.length;
  let skipped = 0;
  for (const module of modules) {
    failed += module.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed += 1;
      else if (state === 'failed') failed += 1;
      else skipped += 1;
    }
    for (const suite of module.children.allSuites()) failed += suite.errors().length;
  }
  return { passed, failed, skipped };
};

export const plainSummary = (): Reporter => ({
  onTestRunEnd(modules, errors) {
    const { passed, failed, skipped } = countTests(modules, errors);
    if (skipped > 0) console.log(`${skipped} skipped`);
    console.log(`${passed} passed, ${failed} failed`);
  },
});
