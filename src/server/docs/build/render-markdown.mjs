// Markdown as HTML for the docs: headings that can be linked to, links that lead to other pages, code as it is.
import markdownIt from 'markdown-it';

const textOf = ({ children }) =>
  children
    .map(({ type, content }) => {
      if (type === 'softbreak') return ' ';
      return type === 'text' || type === 'code_inline' ? content : '';
    })
    .join('');

/** As GitHub makes it: `Bundle size` -> `bundle-size`; the second of a name ends in `-1`. */
const createSlugs = () => {
  const taken = new Map();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
};

const markdown = markdownIt({ html: false });

const plainFence = markdown.renderer.rules.fence;
markdown.renderer.rules.fence = (...given) =>
  plainFence(...given).replace('<pre>', '<pre tabindex="0">');
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

/** TypeDoc names places so, in headings and in tables; no other HTML is let through. */
const ANCHOR = /^<a id="([\w.-]+)"><\/a>/;

markdown.inline.ruler.before('text', 'anchor', (state, silent) => {
  const found = state.src.slice(state.pos).match(ANCHOR);
  if (!found) return false;
  if (!silent) state.push('anchor', 'span', 0).attrSet('id', found[1]);
  state.pos += found[0].length;
  return true;
});
markdown.renderer.rules.anchor = (tokens, index) =>
  `<span id="${tokens[index].attrGet('id')}"></span>`;

const anchorIn = ({ children }) => children?.find(({ type }) => type === 'anchor')?.attrGet('id');

/**
 * The text from each place that can be linked to up to the next: headings, and the rows of a reference.
 *
 * @returns {{ heading: string, id: string | undefined, text: string }[]}
 */
const sectionsOf = (tokens, title) => {
  const sections = [{ heading: title, id: undefined, texts: [] }];
  let above = title;
  tokens.forEach((token, index) => {
    const opened = tokens[index - 1];
    const isHeading = opened?.type === 'heading_open';
    const id = anchorIn(token) ?? (isHeading ? opened.attrGet('id') : null);
    if (id && opened?.tag !== 'h1') {
      const name = textOf(token).trim();
      if (isHeading) above = name;
      sections.push({ heading: isHeading ? name : `${above}: ${name}`, id, texts: [] });
    } else if (token.content && !isHeading) {
      sections.at(-1).texts.push(token.type === 'inline' ? textOf(token) : token.content);
    }
  });
  return sections.map(({ heading, id, texts }) => ({
    ...{ heading, id },
    text: texts.join(' ').replace(/\s+/g, ' ').trim(),
  }));
};

/** Where a link leads to no page of the docs, its words stay. */
const dropLink = (tokens, index) => {
  const close = tokens.findIndex(({ type }, at) => at > index && type === 'link_close');
  for (const at of [index, close])
    Object.assign(tokens[at], { type: 'text', content: '', tag: '' });
};

/**
 * @param {string} text Markdown, beginning with its title
 * @param {(href: string) => string | undefined} resolveLink where a relative link leads; undefined: nowhere
 * @returns {{ title: string, html: string, sections: ReturnType<typeof sectionsOf> }}
 */
export const renderMarkdown = (text, resolveLink) => {
  const tokens = markdown.parse(text, {});
  const slugOf = createSlugs();
  const hasPlaces = text.includes('<a id="');
  let title = '';
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1]);
      if (token.tag === 'h1') title ||= heading;
      if (!hasPlaces) token.attrSet('id', slugOf(heading));
    }
    const parts = token.children ?? [];
    parts.forEach((part, at) => {
      if (part.type !== 'link_open') return;
      const href = part.attrGet('href');
      const target = /^([a-z]+:|#|\/)/.test(href) ? href : resolveLink(href);
      if (target === undefined) dropLink(parts, at);
      else part.attrSet('href', target);
    });
  });
  const html = markdown.renderer.render(tokens, markdown.options, {});
  return { title, html, sections: sectionsOf(tokens, title) };
};
