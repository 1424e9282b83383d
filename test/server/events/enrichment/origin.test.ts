// The channels of visits by UTM parameters, click ids and referrer; and which referrers are kept.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLICK_IDS } from '../../../../src/protocol/campaign.js';
import { CHANNELS } from '../../../../src/server/events/enrichment/channel.js';
import { hostOf } from '../../../../src/server/events/enrichment/hosts.js';
import { createOriginReader } from '../../../../src/server/events/enrichment/origin.js';
import { loadReferrerTable } from '../../../../src/server/events/enrichment/referrer-table.js';

const read = createOriginReader(loadReferrerTable());
const channel = (context: Record<string, unknown>, page = 'app.example.com') =>
  read(context, page).channel;
const from = (host: string) => ({ referrer: `https://${host}/path` });

describe('channel_type', () => {
  it.each([
    ['Paid Search', { ...from('www.google.de'), utm_medium: ' CPC ' }],
    ['Paid Search', { gclid: 'x' }],
    ['Paid Search', { msclkid: 'x', utm_source: 'unheard-of' }],
    ['Paid Search', { utm_source: 'Google', utm_medium: 'paid_anything' }],
    ['Paid Video', { ...from('m.youtube.com'), utm_medium: 'cpv' }],
    ['Paid Video', { utm_source: 'youtube.com', gclid: 'x' }],
    ['Paid Social', { ...from('t.co'), utm_medium: 'paidsocial' }],
    ['Paid Social', { fbclid: 'x' }],
    ['Paid Social', { fbclid: 'x', utm_source: 'Meta' }],
    ['Paid Social', { ttclid: 'x', utm_medium: 'email' }],
    ['Email', { utm_medium: 'Newsletter', ref: 'friend' }],
    ['Email', from('mail.google.com')],
    ['Email', { utm_source: 'paragraph.xyz' }],
    ['Email', { referrer: 'android-app://com.google.android.gm/' }],
    ['Referrals', { utm_medium: 'affiliate' }],
    ['Referrals', { ref: 'friend', ...from('x.com') }],
    ['Display', { utm_medium: 'banner' }],
    ['Display', from('taboola.com')],
    ['Display', { utm_medium: 'cpm' }],
    ['Display', { ...from('chatgpt.com'), utm_medium: 'cpc' }],
    ['AI', from('chatgpt.com')],
    ['AI', { utm_source: 'chatgpt.com' }],
    ['AI', from('www.perplexity.ai')],
    ['AI', from('gemini.google.com')],
    ['Organic Search', from('www.google.com')],
    ['Organic Search', from('duckduckgo.com')],
    ['Organic Search', { utm_medium: 'organic' }],
    ['Organic Search', { ...from('google.com'), utm_source: 'x' }],
    ['Organic Social', from('t.me')],
    ['Organic Social', { referrer: 'android-app://org.telegram.messenger/' }],
    ['Organic Social', from('warpcast.com')],
    ['Organic Social', from('out.reddit.com')],
    ['Organic Social', { utm_source: 'farcaster' }],
    ['Organic Social', { utm_medium: 'Social Media' }],
    ['Organic Video', from('youtu.be')],
    ['Organic Video', { utm_medium: 'video' }],
    ['Referrers', from('blog.example.org')],
    ['Referrers', from('accounts.google.com')],
    ['Referrers', from('t.community.example')],
    ['Referrers', from('notgoogle.com.evil.example')],
    ['Referrers', { utm_campaign: 'launch' }],
    ['Referrers', { referrer: 'blog.example.org/post' }],
    ['Direct', {}],
    ['Direct', { referrer: '$direct' }],
    ['Direct', from('app.example.com')],
    ['Direct', from('docs.example.com')],
    ['Direct', { ref: '  ', utm_source: '', gclid: null }],
    ['Direct', { gclid: ' ', utm_campaign: '\t' }],
    ['Organic Search', from('google.com.')],
    ['Organic Search', from('www.google.com.:443')],
    ['Direct', from('docs.example.com.')],
  ])('is %s of %j', (expected, context) => expect(channel(context)).toBe(expected));

  it('treats subdomains of a shared host as different sites', () => {
    expect(channel(from('theirs.github.io'), 'mine.github.io')).toBe('Referrers');
    expect(channel(from('theirs.co.uk'), 'mine.co.uk')).toBe('Referrers');
    expect(channel(from('127.0.0.1:4000'), '127.0.0.1')).toBe('Direct');
    expect(channel(from('127.0.0.2'), '127.0.0.1')).toBe('Referrers');
  });

  it('never calls paid traffic organic or direct, and calls an empty context direct', () => {
    const names = [...CLICK_IDS, 'ref', 'utm_source', 'utm_medium', 'utm_campaign', 'referrer'];
    const values = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'cpc',
        'google',
        'x.com',
        'https://youtube.com/',
        'email',
        'organic',
        7,
        null,
      ),
    );
    const contexts = fc.dictionary(fc.constantFrom(...names), values);
    fc.assert(
      fc.property(contexts, (context) => {
        const found = channel(context);
        expect(CHANNELS).toContain(found);
        const isGiven = (name: string) => String(context[name] ?? '').trim() !== '';
        const isPaid = context.utm_medium === 'cpc' || CLICK_IDS.some(isGiven);
        if (isPaid) expect(found).not.toMatch(/^(Organic|Direct|AI|Referrers)/);
        const isEmpty = Object.values(context).every((value) => value === null || value === '');
        if (isEmpty) expect(found).toBe('Direct');
      }),
    );
  });
});

describe('referrer_url', () => {
  it('is kept as sent, with its host in lower case and without its final dot', () => {
    const kept = (referrer: string) => read({ referrer }, 'app.example.com').referrerUrl;
    expect(kept('HTTPS://WWW.Blog.Example.org/Post?Q=1')).toBe(
      'https://www.blog.example.org/Post?Q=1',
    );
    expect(kept('Blog.Example.org?Q=1')).toBe('blog.example.org?Q=1');
    expect(kept('https://Blog.Example.org#A')).toBe('https://blog.example.org#A');
    expect(kept('https://blog.example.org.:8443/a.')).toBe('https://blog.example.org:8443/a.');
  });

  it('is kept unless it is of the same site or invalid', () => {
    const url = 'https://www.blog.example.org/post?q=1';
    expect(read({ referrer: url }, 'app.example.com').referrerUrl).toBe(url);
    expect(read({ referrer: url }, '').referrerUrl).toBe(url);
    expect(read({ referrer: url }, 'example.org').referrerUrl).toBe('');
    expect(read({ referrer: 'nonsense' }, 'example.org').referrerUrl).toBe('');
  });
});

describe('hostOf', () => {
  it.each([
    ['https://user@WWW.Example.com:8080/a?b#c', 'example.com'],
    ['example.com/a', 'example.com'],
    ['https://[::1]:80/', '[::1]'],
    ['https://', ''],
    ['not a host.', ''],
    ['mailto:a@b.c', ''],
    ['', ''],
  ])('reads from %j the host %j', (address, host) => expect(hostOf(address)).toBe(host));

  it('accepts any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void hostOf(text)));
    fc.assert(fc.property(fc.webUrl(), (url) => hostOf(url) !== ''));
  });

  it('reads a text full of dots once, and not from each of them, which would take minutes', () => {
    expect(hostOf(`${'a.'.repeat(200_000)}:`)).toBe('');
  });
});
