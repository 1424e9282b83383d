// Writes HTML whose every value is escaped.

/** HTML that is safe to put into a page. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const toHtml = (part: Part): string => {
  if (part === undefined) return '';
  if (Array.isArray(part)) return part.map(toHtml).join('');
  if (typeof part === 'object' && 'html' in part) return part.html;
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
};

/** A template whose values are escaped, unless they are HTML made by it. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, index) => text + toHtml(parts[index])).join(''),
});

/** Plain text with `code` in backquotes and blank lines between paragraphs. */
export const prose = (text: string): readonly Html[] =>
  text
    .split('\n\n')
    .map(
      (paragraph) =>
        html`<p>${paragraph.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}</p>`,
    );
