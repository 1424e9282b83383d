// Collects the warnings of a test instead of printing them.
import { afterEach, beforeEach } from 'vitest';

/** Returns a function that gives the warnings since the test began. */
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
