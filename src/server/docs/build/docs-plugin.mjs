// Renders the docs while the package is built: the pages, the wallets' READMEs, the SDK's reference.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { addressOf, pageHtml } from './page-html.mjs';
import { renderMarkdown } from './render-markdown.mjs';
import { readSdkReference } from './sdk-reference.mjs';

const PAGES = 'src/server/docs/pages';
const WALLETS = 'examples/wallets';
/** Stands for what TypeDoc wrote, whose links are relative to one another. */
const SDK = 'sdk';

/** In the order of the navigation. */
const GUIDES = [
  ...['index', 'quick-start', 'options', 'wallets', 'delivery', 'privacy', 'own-domain'],
  ...['extending', 'self-hosting', 'scaling', 'asking', 'definitions', 'boards', 'profiles'],
  ...['migration', 'size'],
];

const written = (read) => {
  const unlisted = readdirSync(PAGES).filter((name) => !GUIDES.includes(name.replace(/\.md$/, '')));
  if (unlisted.length > 0) throw new Error(`Not in the navigation of the docs: ${unlisted}`);
  return GUIDES.map((slug) => ({
    slug,
    path: `${PAGES}/${slug}.md`,
    text: read(`${PAGES}/${slug}.md`),
  }));
};

/** The file that a kit's snippets use is in no package: its page shows it, where GitHub has it beside. */
const kits = (read) =>
  readdirSync(WALLETS).map((name) => {
    const path = `${WALLETS}/${name}/README.md`;
    const code = read(`${WALLETS}/${name}/main.ts`);
    const text = read(path).replaceAll('](main.ts)', '](#the-file)');
    return {
      slug: `wallets-${name}`,
      path,
      text: `${text}\n## The file\n\nCopy it into your app:\n\n\`\`\`ts\n${code}\`\`\`\n`,
    };
  });

const reference = async (project) =>
  (await readSdkReference(project)).map(({ specifier, file, text }) => ({
    slug: `sdk-${specifier.replaceAll('/', '-')}`,
    path: `${SDK}/${file}`,
    text,
  }));

/** Links between the sources are those between the files, as GitHub shows them. */
const renderAll = (sources) => {
  const slugs = new Map(sources.map(({ path, slug }) => [path, slug]));
  return sources.map(({ slug, path, text }) => {
    const { title, html, sections } = renderMarkdown(text, (href) => {
      const [file = '', anchor] = href.split('#');
      const target = slugs.get(posix.join(posix.dirname(path), file));
      if (target === undefined && path.startsWith(PAGES) && file.endsWith('.md')) {
        throw new Error(`${path} links to ${href}, which is no page.`);
      }
      return target && addressOf(target) + (anchor === undefined ? '' : `#${anchor}`);
    });
    return { slug, title, html, sections };
  });
};

/** What a search looks through, for the server to read. */
const searchable = (rendered) =>
  rendered.flatMap(({ slug, title, sections }) =>
    sections.map(({ heading, id, text }) => ({
      page: title,
      heading,
      address: addressOf(slug) + (id ? `#${id}` : ''),
      text,
    })),
  );

/** The server puts what it found where these stand. */
const SEARCH_PAGE = { slug: 'search', title: 'Search', html: '{{results}}', query: '{{query}}' };

/** @param {{ root: string, manifest: { name: string, exports: object } }} project */
export const docsPlugin = (project) => ({
  name: 'docs',
  resolveId: (id) => (id === 'docs' ? '\0docs' : null),
  load: (id) => (id === '\0docs' ? 'export const docs = 1;' : null),
  async generateBundle(_, bundle) {
    for (const name of Object.keys(bundle)) delete bundle[name];
    const read = (path) => readFileSync(posix.join(project.root, path), 'utf8');
    const parts = [written(read), kits(read), await reference(project)];
    const rendered = renderAll(parts.flat());
    const pagesOf = (part) => rendered.filter(({ slug }) => part.some((one) => one.slug === slug));
    const groups = [
      { name: 'Guides', pages: pagesOf(parts[0]) },
      { name: 'Wallet kits', pages: pagesOf(parts[1]) },
      {
        name: 'Reference',
        pages: [{ slug: 'api', title: 'API over HTTP' }, ...pagesOf(parts[2])],
      },
    ];
    const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
    for (const page of [...rendered, SEARCH_PAGE])
      emit(`${page.slug}.html`, pageHtml(page, groups));
    emit('search.json', JSON.stringify(searchable(rendered)));
    emit('style.css', read('src/server/docs/style.css'));
  },
});
