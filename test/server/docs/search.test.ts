// The search of the documentation: what it finds for a question, in which order, and how it shows that.
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

describe('what is found', () => {
  it('begins with the section of that name, guides before the reference', () => {
    expect(headings('consent')).toEqual(['Consent', 'TrackerOptions: consent', 'Queue']);
  });

  it('has all of the words, in any place and order', () => {
    expect(headings('visitor stored')).toEqual(['Deleting a person', 'Consent']);
    expect(headings('indexeddb SESSION')).toEqual(['Queue']);
    expect(find('visitor stored').isPartial).toBe(false);
  });

  it('takes other endings of a word for the word', () => {
    expect(headings('sessions')).toEqual(headings('session'));
    expect(headings('deleted')).toEqual(['Deleting a person']);
  });

  it('finds a part of a name, and a name that is written together', () => {
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

  it('looks over the words that say nothing', () => {
    expect(headings('how do I delete a person?')).toEqual(['Deleting a person']);
    expect(wordsOf('to do')).toEqual(['to', 'do']);
  });

  it('has some of the words where no section has all, those with more of them first', () => {
    const found = find('visitor stored flamingo');
    expect(found.isPartial).toBe(true);
    expect(found.sections.slice(0, 2).map(({ page }) => page)).toEqual(['Privacy', 'Privacy']);
    expect(find('flamingo')).toMatchObject({ sections: [], isPartial: false });
  });

  it('has every operation of the API, and every code of an error', () => {
    const all = createFindSections(apiSections());
    expect(all('searchProfiles').sections[0]?.address).toBe('/docs/api#searchProfiles');
    expect(all('POST /v0/raw_events').sections[0]?.heading).toContain('/v0/raw_events');
    expect(all('IDEMPOTENCY_IN_PROGRESS').sections[0]?.address).toBe(
      '/errors#idempotency_in_progress',
    );
  });

  it('is bounded for any question', () => {
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

describe('what is shown', () => {
  const show = (question: string) => resultsHtml(question, find(question)).html;

  it('marks the words, names the page and links to the place', () => {
    expect(show('session')).toContain(
      '<li><a href="/docs/guide#sessions"><mark>Sessions</mark></a> <small>Definitions</small><p>A <mark>session</mark> ends after half an hour.</p></li>',
    );
  });

  it('says how many there are, and what to do where there is none', () => {
    expect(show('consent')).toContain('<p>3 sections:</p>');
    expect(show('flamingo')).toContain('No page has this.');
    expect(show('visitor flamingo')).toContain('No section has all of these words. 2 sections');
    expect(show(' ?! ')).toContain('Type a word');
    const many = Array.from({ length: 30 }, (_, n) => section(`Wallet ${n}`, 'wallet'));
    const { html } = resultsHtml('wallet', createFindSections(many)('wallet'));
    expect(html).toContain('The best 20 of 30 sections:');
    expect(html.match(/<li>/g)).toHaveLength(20);
  });

  it('shows a part of a long text, from one word to another', () => {
    const long = section('Long', `${'before '.repeat(40)}needle ${'after '.repeat(60)}`);
    const { html } = resultsHtml('needle', createFindSections([long])('needle'));
    expect(html).toMatch(/<p>… before (before )*<mark>needle<\/mark> (after )+…<\/p>/);
    expect(html.length).toBeLessThan(600);
  });

  it('takes nothing of the question or of a text for HTML', () => {
    const sections = [section('<b>', 'a <script> of "&" b&b')];
    const { html } = resultsHtml('<b>"&', createFindSections(sections)('<b>"&'));
    expect(html).toContain('“&lt;b&gt;&quot;&amp;”');
    expect(html).not.toMatch(/<script|<b>/);
  });
});
