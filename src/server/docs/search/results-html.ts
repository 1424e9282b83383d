// The results of a search as HTML, to be put into the search page that the build made.
import { counted } from '../../counted.js';
import { type Html, html } from '../../http/html.js';
import type { Found } from './find-sections.js';
import type { Section } from './section.js';

const MOST_RESULTS = 20;

/** Characters of a result's text, and how many of them stand before the first word. */
const EXCERPT = { length: 220, before: 60 } as const;

/** The part of a text around the first word that was found, cut between words. */
const excerptOf = (text: string, words: readonly string[]): string => {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first <= EXCERPT.before ? 0 : text.lastIndexOf(' ', first - EXCERPT.before) + 1;
  const cut = text.slice(from, from + EXCERPT.length);
  const isCut = from + EXCERPT.length < text.length;
  return `${from > 0 ? '… ' : ''}${isCut ? `${cut.replace(/\s\S*$/, '')} …` : cut}`;
};

const withMarks = (text: string, words: readonly string[]): readonly (Html | string)[] => {
  // `$` is the only character of a word that has a meaning in a pattern. The mark reaches to the end of the
  // word in the text, because the words are looked for without their endings.
  const sought = words.map((word) => word.replaceAll('$', '\\$')).join('|');
  const pattern = new RegExp(`((?:${sought})[\\p{L}\\p{N}]*)`, 'giu');
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : part));
};

const result = ({ page, heading, address, text }: Section, words: readonly string[]): Html =>
  html`<li><a href="${address}">${withMarks(heading, words)}</a>${
    page === heading ? undefined : html` <small>${page}</small>`
  }<p>${withMarks(excerptOf(text, words), words)}</p></li>\n`;

const summary = ({ sections, isPartial }: Found): string => {
  const count = counted(sections.length, 'section');
  if (isPartial) return `No section has all of these words. ${count} with some of them:`;
  if (sections.length > MOST_RESULTS) return `The best ${MOST_RESULTS} of ${count}:`;
  return `${count}:`;
};

/** @param question as it was typed; it is escaped */
export const resultsHtml = (question: string, found: Found): Html => {
  if (found.words.length === 0)
    return html`<h1>Search</h1><p>Type a word, or several: an option, a wallet, an error's code.</p>`;
  const heading = html`<h1>“${question}”</h1>`;
  if (found.sections.length === 0)
    return html`${heading}<p>No page has this. Try fewer or other words, or choose a page from the list.</p>`;
  const shown = found.sections.slice(0, MOST_RESULTS);
  return html`${heading}<p>${summary(found)}</p>\n<ol class="found">${shown.map((one) => result(one, found.words))}</ol>`;
};
