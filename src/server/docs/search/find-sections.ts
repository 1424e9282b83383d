// Finds the sections that have the words of a question, the best first.
import type { Section } from './section.js';

/** Longer questions are cut, so that the work for one search stays bounded. */
const MOST_CHARACTERS = 200;
const MOST_WORDS = 8;

/** Points of a word by where it is found. In the text each occurrence counts, up to `MOST_TIMES`. */
const POINTS = { name: 40, heading: 12, page: 4, text: 1 } as const;
const MOST_TIMES = 5;

/** The SDK reference repeats each field wherever it is inherited; pages that explain it should come first. */
const REFERENCE_WEIGHT = 0.3;

/** Words that do not narrow a search down. They are looked for only when a question has no others. */
const FILLERS = new Set(
  'a an and are can do does for how i in is it my of on or the to what with'.split(' '),
);

export interface Found {
  /** What was looked for: words in lower case, without their endings. */
  readonly words: readonly string[];
  /** The best first. */
  readonly sections: readonly Section[];
  /** No section has all of the words: these have some of them. */
  readonly isPartial: boolean;
}

/** `sessions` finds `session`, and `deleted` finds `deleting`. */
const stem = (word: string) => word.replace(/(?<=\p{L}{4})(?:ing|ed|es|s|e)$/u, '');

const SIGNS = /[^\p{L}\p{N}_$]+/u;

const split = (text: string): readonly string[] => text.toLowerCase().split(SIGNS).filter(Boolean);

/** The words of a question as they are looked for. */
export const wordsOf = (question: string): readonly string[] => {
  const all = split(question.slice(0, MOST_CHARACTERS));
  const telling = all.filter((word) => !FILLERS.has(word));
  return [...new Set((telling.length > 0 ? telling : all).map(stem))].slice(0, MOST_WORDS);
};

/**
 * A text in which every word follows a blank, so that ` word` finds beginnings of words only.
 * `apiHost` is found as `host`, too, and `Next.js` as `nextjs`.
 */
const searchable = (text: string): string => {
  const humps = text.match(/(?<=\p{Ll})\p{Lu}\p{Ll}+/gu) ?? [];
  const joined = (text.match(/\p{L}+(?:[.-]\p{L}+)+/gu) ?? []).map((one) =>
    one.replace(/[.-]/g, ''),
  );
  return ` ${[...split(text), ...split([...humps, ...joined].join(' '))].join(' ')}`;
};

interface Prepared {
  readonly section: Section;
  readonly heading: string;
  readonly names: ReadonlySet<string>;
  readonly page: string;
  readonly text: string;
  readonly weight: number;
}

const prepare = (section: Section): Prepared => {
  const heading = searchable(section.heading);
  return {
    ...{ section, heading },
    names: new Set(split(heading).map(stem)),
    page: searchable(section.page),
    text: searchable(section.text),
    weight: section.address.startsWith('/docs/sdk-') ? REFERENCE_WEIGHT : 1,
  };
};

const timesIn = (text: string, begin: string): number => {
  let times = 0;
  for (let at = text.indexOf(begin); at >= 0 && times < MOST_TIMES; times += 1) {
    at = text.indexOf(begin, at + begin.length);
  }
  return times;
};

const pointsOf = ({ heading, names, page, text }: Prepared, word: string): number =>
  (names.has(word) ? POINTS.name : 0) +
  (heading.includes(` ${word}`) ? POINTS.heading : 0) +
  (page.includes(` ${word}`) ? POINTS.page : 0) +
  timesIn(text, ` ${word}`) * POINTS.text;

/** Prepares the sections once, and returns the function that searches them. */
export const createFindSections = (sections: readonly Section[]) => {
  const prepared = sections.map(prepare);

  return (question: string): Found => {
    const words = wordsOf(question);
    const rated = prepared
      .map((one) => {
        const points = words.map((word) => pointsOf(one, word));
        const sum = points.reduce((total, next) => total + next, 0);
        return {
          section: one.section,
          missing: points.filter((some) => some === 0).length,
          // A long section has nearly every word somewhere, so its length counts against it.
          rating: (sum * one.weight) / Math.log2(8 + one.text.length / 500),
        };
      })
      .filter(({ missing }) => missing < words.length)
      .sort((a, b) => a.missing - b.missing || b.rating - a.rating);
    const isPartial = (rated[0]?.missing ?? 0) > 0;
    const found = isPartial ? rated : rated.filter(({ missing }) => missing === 0);
    return { words, sections: found.map(({ section }) => section), isPartial };
  };
};
