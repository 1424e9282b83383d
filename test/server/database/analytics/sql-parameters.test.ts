// The literal of any text ends at its own closing quote, so that no text can inject SQL.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  quoteIdentifier,
  quoteLiteral,
  setParameters,
} from '../../../../src/server/database/analytics/sql-parameters.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom("'", '\\', '\n', '\t', '\0', 'x') }),
);

/** Matches exactly one literal: quotes around plain and escaped characters. */
const ONE_LITERAL = /^'(?:[^'\\]|\\[\\'0bfnrt])*'$/;

describe('quoteLiteral', () => {
  it('makes one literal of any text, on one line', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const literal = quoteLiteral(text);
        expect(literal).toMatch(ONE_LITERAL);
        expect(literal).not.toMatch(/[\n\r\t\0]/);
      }),
    );
  });

  const LETTERS: Readonly<Record<string, string>> = {
    0: '\0',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
  };
  it.each([["'\\\0\b\f\n\r\t"], ["ü'😀\\\n'€"], ['plain ü😀']])(
    'says each character of %j, some of them by a letter',
    (text) => {
      const said = quoteLiteral(text).slice(1, -1);
      expect(said.replaceAll(/\\(.)/g, (_, letter: string) => LETTERS[letter] ?? letter)).toBe(
        text,
      );
    },
  );
});

describe('setParameters', () => {
  it('makes one literal of any list of texts', () => {
    fc.assert(
      fc.property(fc.array(anyText), (list) => {
        const [, literal] = /^SET param_x = (.*)$/s.exec(setParameters({ x: list }) ?? '') ?? [];
        expect(literal).toMatch(ONE_LITERAL);
      }),
    );
  });

  it('sets all parameters in one statement, and returns null without parameters', () => {
    expect(setParameters({ a: 'x', b: null, c: 1.5, d: true })).toBe(
      "SET param_a = 'x', param_b = '\\\\N', param_c = '1.5', param_d = '1'",
    );
    expect(setParameters({})).toBeNull();
  });
});

describe('quoteIdentifier', () => {
  it.each(['', '1a', 'a b', 'a`', 'a.b', 'ä'])('refuses %j', (name) => {
    expect(() => quoteIdentifier(name)).toThrow(TypeError);
  });
});
