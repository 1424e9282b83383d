// A page of the docs: what stands around its text.

const escapeHtml = (text) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign],
  );

/** The address of a page; the first one is `/docs` itself. */
export const addressOf = (slug) => (slug === 'index' ? '/docs' : `/docs/${slug}`);

const navigation = (groups, current) =>
  groups
    .map(({ name, pages }) => {
      const items = pages
        .map(({ slug, title }) => {
          const mark = slug === current ? ' aria-current="page"' : '';
          return `<li><a href="${addressOf(slug)}"${mark}>${escapeHtml(title)}</a></li>`;
        })
        .join('\n');
      return `<h2>${escapeHtml(name)}</h2>\n<ul>\n${items}\n</ul>`;
    })
    .join('\n');

/** As in the dashboard. */
const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M5 24 13 10l5 8 3-4 6 10z"/></svg>';

/**
 * @param {{ slug: string, title: string, html: string, query?: string }} page what it searches for, if it does
 * @param {{ name: string, pages: { slug: string, title: string }[] }[]} groups
 */
export const pageHtml = ({ slug, title, html, query = '' }, groups) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Chaintrail</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<a class="skip" href="#text">To the text</a>
<nav id="pages" aria-label="Documentation">
<p><a href="/docs">${MARK}Chaintrail</a> <a class="unfold" href="#pages">All pages</a></p>
<form role="search" action="/docs/search">
<input type="search" name="q" value="${query}" aria-label="Search the documentation" placeholder="Search" maxlength="200">
</form>
${navigation(groups, slug)}
<h2>This server</h2>
<ul>
<li><a href="/">Dashboard</a></li>
</ul>
</nav>
<main id="text" tabindex="-1">
${html}</main>
</body>
</html>
`;
