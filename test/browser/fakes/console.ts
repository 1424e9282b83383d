// The developer's console: what was warned of in a test, which then does not clutter its output.
import { afterEach, beforeEach } from 'vitest';

/** Answers what was warned of since the test began. */
export const watchWarnings = (): (() => readonly string[]) => {
  const original = console.warn;
  let warnings: string[] = [];
  beforeEach(() => {
    warnings = [];
    console.warn = (...input: unknown[]) => void warnings.push(input.map(String).join(' '));
  });
  afterEach(() => {
    console.warn = original;
  });
  return () => warnings;
};
