// The page of the API reference: every operation, escaped, without external resources.
import { beforeAll, expect, it } from 'vitest';
import { routes } from '../../../src/protocol/routes.js';
import { html, prose } from '../../../src/server/http/html.js';
import { referencePage } from '../../../src/server/http/reference/reference-page.js';
import { fieldsOf, typeOf } from '../../../src/server/http/reference/schema-html.js';

let page: { status: number; headers: Readonly<Record<string, string>>; body: string };

beforeAll(async () => {
  const { handle } = referencePage(() => 'https://events.example.org');
  page = await handle({ query: {}, headers: {}, params: {} });
});

it('has a section for every operation', () => {
  for (const [name, { path, summary }] of Object.entries(routes)) {
    expect(page.body).toContain(`<section id="${name}">`);
    expect(page.body).toContain(`href="#${name}"`);
    expect(page.body).toContain(html`<code>${path}</code>`.html);
    expect(page.body).toContain(html`<strong>${summary}</strong>`.html);
  }
});

it('has no scripts and no external resources', () => {
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['content-security-policy']).not.toContain('script-src');
  expect(page.body).not.toMatch(/<(?:script|link|img|iframe)\b|@import|url\(/);
});

it('closes every element, and has a target for every internal link', () => {
  for (const name of ['section', 'ul', 'li', 'details', 'pre', 'p', 'main', 'nav']) {
    const opened = page.body.match(new RegExp(`<${name}[ >]`, 'g'))?.length;
    expect(page.body.match(new RegExp(`</${name}>`, 'g'))?.length, name).toBe(opened);
  }
  for (const [, id] of page.body.matchAll(/href="#([^"]+)"/g)) {
    expect(page.body).toContain(`id="${id}"`);
  }
});

it('escapes inserted values', () => {
  expect(html`<b>${'<script>"\''}</b>${html`<i>${1}</i>`}${undefined}`.html).toBe(
    '<b>&lt;script&gt;&quot;&#39;</b><i>1</i>',
  );
  expect(html`${prose('a `<b>` c\n\nd')}`.html).toBe('<p>a <code>&lt;b&gt;</code> c</p><p>d</p>');
});

it('describes types in words', () => {
  expect(typeOf({ type: 'string', enum: ['a', 'b'] })).toBe('string, one of "a" "b"');
  expect(typeOf({ anyOf: [{ type: 'integer', minimum: 1, default: 2 }, { type: 'null' }] })).toBe(
    'integer, at least 1, default 2 or null',
  );
  expect(typeOf({ type: 'array', items: { type: 'string', format: 'date' }, maxItems: 3 })).toBe(
    'array of string, date, at most 3 entries',
  );
  expect(fieldsOf({ type: 'string' })).toBeUndefined();
});
