// The search of the documentation: results, ranking, and how they are shown.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiSections } from '../../../src/server/docs/search/api-sections.js';
import { createFindSections, wordsOf } from '../../../src/server/docs/search/find-sections.js';
import { resultsHtml } from '../../../src/server/docs/search/results-html.js';

const section = (heading: string, text: string, page = 'Guide', slug = 'guide') => ({
  ...{ page, heading, text },
  address: `/docs/${slug}#${heading.toLowerCase()}`,
});

const SECTIONS = [
  section('Consent', 'Ask the visitor first. Until then nothing is stored.', 'Privacy'),
  section('Sessions', 'A session ends after half an hour.', 'Definitions'),
  section('Deleting a person', 'One command deletes what is stored of a visitor.', 'Privacy'),
  section('TrackerOptions: consent', 'Holds until consent() is called.', 'chaintrail', 'sdk-x'),
  section('Queue', 'Events wait in IndexedDB. Consent and session stay beside them.'),
];

const find = createFindSections(SECTIONS);
const headings = (question: string) => find(question).sections.map(({ heading }) => heading);

describe('the results', () => {
  it('begin with the section of that name, guides before the reference', () => {
    expect(headings('consent')).toEqual(['Consent', 'TrackerOptions: consent', 'Queue']);
  });

  it('contain all words, in any place and order', () => {
    expect(headings('visitor stored')).toEqual(['Deleting a person', 'Consent']);
    expect(headings('indexeddb SESSION')).toEqual(['Queue']);
    expect(find('visitor stored').isPartial).toBe(false);
  });

  it('match words with other endings', () => {
    expect(headings('sessions')).toEqual(headings('session'));
    expect(headings('deleted')).toEqual(['Deleting a person']);
  });

  it('match a part of a name, and a name written as one word', () => {
    const names = createFindSections([
      section('BrowserOptions: apiHost', 'Origin of the server. Takes requestTimeoutMs.'),
      section('Next.js', 'A component for the layout.'),
    ]);
    const first = (question: string) => names(question).sections[0]?.heading;
    expect(['host', 'apihost', 'timeout'].map(first)).toEqual(
      Array(3).fill('BrowserOptions: apiHost'),
    );
    expect(['nextjs', 'next.js', 'next'].map(first)).toEqual(Array(3).fill('Next.js'));
    expect(['utm', 'rigin'].map(first)).toEqual([undefined, undefined]);
  });

  it('ignore stop words', () => {
    expect(headings('how do I delete a person?')).toEqual(['Deleting a person']);
    expect(wordsOf('to do')).toEqual(['to', 'do']);
  });

  it('contain some of the words where no section has all, with more matches first', () => {
    const found = find('visitor stored flamingo');
    expect(found.isPartial).toBe(true);
    expect(found.sections.slice(0, 2).map(({ page }) => page)).toEqual(['Privacy', 'Privacy']);
    expect(find('flamingo')).toMatchObject({ sections: [], isPartial: false });
  });

  it('contain operations of the API and error codes', () => {
    const all = createFindSections(apiSections());
    expect(all('searchProfiles').sections[0]?.address).toBe('/docs/api#searchProfiles');
    expect(all('POST /v0/raw_events').sections[0]?.heading).toContain('/v0/raw_events');
    expect(all('IDEMPOTENCY_IN_PROGRESS').sections[0]?.address).toBe(
      '/errors#idempotency_in_progress',
    );
  });

  it('are limited for any query', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000, unit: 'grapheme' }), (question) => {
        expect(wordsOf(question).length).toBeLessThanOrEqual(8);
        const { words, sections } = find(question);
        if (words.length === 0) expect(sections).toEqual([]);
        expect(resultsHtml(question, { words, sections, isPartial: false }).html).toBeTypeOf(
          'string',
        );
      }),
    );
  });
});

describe('the page of results', () => {
  const show = (question: string) => resultsHtml(question, find(question)).html;

  it('marks the words, names the page and links to the section', () => {
    expect(show('session')).toContain(
      '<li><a href="/docs/guide#sessions"><mark>Sessions</mark></a> <small>Definitions</small><p>A <mark>session</mark> ends after half an hour.</p></li>',
    );
  });

  it('shows the number of results, and what to do where there is none', () => {
    expect(show('consent')).toContain('<p>3 sections:</p>');
    expect(show('flamingo')).toContain('No page has this.');
    expect(show('visitor flamingo')).toContain('No section has all of these words. 2 sections');
    expect(show(' ?! ')).toContain('Type a word');
    const many = Array.from({ length: 30 }, (_, n) => section(`Wallet ${n}`, 'wallet'));
    const { html } = resultsHtml('wallet', createFindSections(many)('wallet'));
    expect(html).toContain('The best 20 of 30 sections:');
    expect(html.match(/<li>/g)).toHaveLength(20);
  });

  it('shows an excerpt of a long text, cut between words', () => {
    const long = section('Long', `${'before '.repeat(40)}needle ${'after '.repeat(60)}`);
    const { html } = resultsHtml('needle', createFindSections([long])('needle'));
    expect(html).toMatch(/<p>… before (before )*<mark>needle<\/mark> (after )+…<\/p>/);
    expect(html.length).toBeLessThan(600);
  });

  it('escapes the query and the texts', () => {
    const sections = [section('<b>', 'a <script> of "&" b&b')];
    const { html } = resultsHtml('<b>"&', createFindSections(sections)('<b>"&'));
    expect(html).toContain('“&lt;b&gt;&quot;&amp;”');
    expect(html).not.toMatch(/<script|<b>/);
  });
});
