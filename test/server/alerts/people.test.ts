// The messages of alerts for people: in Slack, and in mail that a real SMTP server accepted.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../../src/server/alerts/deliver/delivery.js';
import { createMailer, type Mailer } from '../../../src/server/alerts/deliver/send-mail.js';
import { slackBody } from '../../../src/server/alerts/deliver/slack.js';
import { createCleanup } from '../../support/cleanup.js';
import { message } from './message.js';

const cleanUp = createCleanup();

const events = (data: Message['data']): Partial<Message> => ({
  alert: { id: 'alrt_1', name: 'Swaps', trigger_type: 'event', secret: null },
  data,
});

describe('Slack', () => {
  it('gets a heading, one line for each match, and a plain text for notifications', () => {
    const lines = '• 0xabc (a.eth), net worth $5, New, DE\n• 0xdef';
    expect(JSON.parse(slackBody(message()))).toEqual({
      text: `Whales: 2 wallets\n${lines}`,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Whales: 2 wallets' } },
        { type: 'section', text: { type: 'mrkdwn', text: lines } },
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', text: 'alrt_1 · 2026-06-01T12:00:00.000Z' }],
        },
      ],
    });
  });

  it('shows texts of visitors escaped, so that they mention nobody', () => {
    const event = '<!channel> & <https://evil.example|click>\nnext';
    const { text } = JSON.parse(slackBody(message(events([{ event, anonymous_id: 'me' }]))));
    expect(text).toBe(
      'Swaps: 1 event\n• &lt;!channel&gt; &amp; &lt;https://evil.example|click&gt; next by me',
    );
  });

  it('breaks up @ mentions in texts of visitors, but not mail addresses', () => {
    const event = '@everyone @channel (@all) @b';
    const { text, blocks } = JSON.parse(
      slackBody(message(events([{ event, user_id: 'me@example.com' }]))),
    );
    const apart = '• @\u200beveryone @\u200bchannel (@\u200ball) @\u200bb by me@example.com';
    expect(text).toBe(`Swaps: 1 event\n${apart}`);
    expect(blocks[1].text.text).toBe(apart);
  });

  it.each([
    [
      'x.@all a_@here b-@channel c@everyone',
      'x.@\u200ball a_@\u200bhere b-@\u200bchannel c@\u200beveryone',
    ],
    [
      'me@everyone.example <@&7> <@!7>',
      'me@\u200beveryone.example &lt;@\u200b&amp;7&gt; &lt;@\u200b!7&gt;',
    ],
    ['[Claim](https://evil.example) [x]', '[Claim]\u200b(https://evil.example) [x]'],
    ['first.last+tag@mail.example.com', 'first.last+tag@mail.example.com'],
  ])('mentions nobody and hides no link by %s', (event, shown) => {
    const { text } = JSON.parse(slackBody(message(events([{ event }]))));
    expect(text).toBe(`Swaps: 1 event\n• ${shown}`);
  });

  it('mentions nobody by the name of the alert', () => {
    const alert = { ...message().alert, name: '<!everyone> @here [x](https://evil.example)' };
    const { text, blocks } = JSON.parse(slackBody(message({ alert, data: [] })));
    expect(text).toBe('&lt;!everyone&gt; @\u200bhere [x]\u200b(https://evil.example): 0 wallets');
    expect(blocks[0].text).toEqual({
      type: 'plain_text',
      text: '<!everyone> @\u200bhere [x]\u200b(https://evil.example): 0 wallets',
    });
  });

  it('gets at most ten short lines, and the number of all matches', () => {
    const many = Array.from({ length: 12 }, () => ({ event: 'x'.repeat(500), address: '0xabc' }));
    const { text, blocks } = JSON.parse(slackBody(message(events(many))));
    expect(text).toContain('Swaps: 12 events');
    expect(text.split('\n')).toHaveLength(12);
    expect(text).toMatch(/and 2 more$/);
    expect(blocks[1].text.text.length).toBeLessThan(3_000);
    expect(blocks[0].text.text.length).toBeLessThanOrEqual(150);
  });

  it('stays within the length limit of Slack for long texts and escaped characters', () => {
    const long = { event: '&'.repeat(500), anonymous_id: 'u', page_path: '/<'.repeat(250) };
    const { blocks } = JSON.parse(
      slackBody(message(events(Array(1_234).fill(long))), `https://${'e'.repeat(60)}.example.com`),
    );
    expect(blocks[1].text.text.length).toBeLessThanOrEqual(3_000);
    expect(blocks[1].text.text).not.toMatch(/&(?!amp;|lt;)/);
    expect(blocks[1].text.text).toMatch(/and 1224 more$/);
  });

  it.each([139, 199])(
    'gets no half of a surrogate pair where a name is cut, at %s characters',
    (length) => {
      const alert = { ...message().alert, name: `${'n'.repeat(length)}😀😀😀😀😀😀` };
      const data = [{ address: '0xabc', ens: `${'n'.repeat(length)}😀` }];
      expect(slackBody(message({ alert, data }))).not.toMatch(/\\ud[89a-f]/);
    },
  );

  it('links to the wallet or visitor of each match, and to the alert, where the origin is known', () => {
    const data = [
      { event: 'swap', address: '0xabc', anonymous_id: 'me' },
      { event: 'view', anonymous_id: 'a|b>c/d' },
      { event: 'paid', user_id: 'user-1' },
      { event: 'far', anonymous_id: 'x'.repeat(300) },
    ];
    const { blocks } = JSON.parse(slackBody(message(events(data)), 'https://events.example.com'));
    expect(blocks[1].text.text.split('\n')).toEqual([
      '• swap by 0xabc <https://events.example.com/#/wallets/0xabc|Open>',
      '• view by a|b&gt;c/d <https://events.example.com/#/live/a%7Cb%3Ec%2Fd|Open>',
      '• paid by user-1',
      `• far by ${'x'.repeat(200)}`,
    ]);
    expect(blocks[2].elements[0].text).toBe(
      '<https://events.example.com/#/alerts/alrt_1|alrt_1> · 2026-06-01T12:00:00.000Z',
    );
  });

  it('marks a test', () => {
    expect(JSON.parse(slackBody(message({ test: true }))).text).toMatch(/^\[Test\] Whales/);
  });
});

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

describe('mail', () => {
  const mails: Mail[] = [];
  let refusal: { readonly responseCode: number } | undefined;
  let mailer: Mailer;
  let linking: Mailer;
  const signal = new AbortController().signal;

  beforeAll(async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) =>
        done(refusal && Object.assign(new Error('Refused.'), refusal)),
      onData(stream, { envelope }, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          mails.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            text: Buffer.concat(parts).toString('utf8'),
          });
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const settings = {
      url: `smtp://127.0.0.1:${port}`,
      from: 'Chaintrail <alerts@example.com>',
    };
    mailer = createMailer(settings);
    linking = createMailer({ ...settings, dashboard: 'https://events.example.com' });
    cleanUp(() => new Promise<void>((resolve) => server.close(() => resolve())));
    cleanUp(() => mailer.close());
    cleanUp(() => linking.close());
  });

  beforeEach(() => {
    mails.length = 0;
    refusal = undefined;
  });

  it('reaches its recipient with the matches', async () => {
    expect(await mailer.send(message(), signal)).toEqual({ kind: 'delivered' });
    const [mail] = mails;
    expect(mail).toMatchObject({ from: 'alerts@example.com', to: ['team@example.com'] });
    expect(mail?.text).toContain('From: Chaintrail <alerts@example.com>');
    expect(mail?.text).toContain('Subject: Whales: 2 wallets');
    expect(mail?.text).toContain('Message-ID: <dlv_1@chaintrail>');
    expect(mail?.text).toContain('Auto-Submitted: auto-generated');
    expect(mail?.text).toContain('- 0xabc (a.eth), net worth $5, New, DE');
  });

  it('links to the wallets and to the alert where the origin is known', async () => {
    await linking.send(message(), signal);
    const text = mails[0]?.text.replaceAll('\r\n', '\n');
    expect(text).toContain('New, DE\n  https://events.example.com/#/wallets/0xabc\n- 0xdef\n');
    expect(text).toMatch(/\nAlert alrt_1, .*\nhttps:\/\/events\.example\.com\/#\/alerts\/alrt_1\n/);
  });

  it('does not let the name of an alert add headers or recipients', async () => {
    const name = 'x\r\nBcc: all@example.com\r\n\r\nhello';
    const alert = { ...message().alert, name };
    await mailer.send(message({ alert }), signal);
    expect(mails[0]?.to).toEqual(['team@example.com']);
    expect(mails[0]?.text).not.toMatch(/^Bcc/m);
  });

  it.each([
    [550, 'failed'],
    [451, 'retry'],
  ])('that is refused by %i is %s', async (responseCode, kind) => {
    refusal = { responseCode };
    expect(await mailer.send(message(), signal)).toMatchObject({ kind, status: responseCode });
    expect(mails).toEqual([]);
  });

  it('is retried when its server cannot be reached', async () => {
    const away = createMailer({ url: 'smtp://127.0.0.1:1', from: 'a@example.com' });
    cleanUp(() => away.close());
    expect(await away.send(message(), signal)).toMatchObject({ kind: 'retry' });
  });

  it('is undeliverable without a server', async () => {
    expect(await createMailer(undefined).send(message(), signal)).toMatchObject({
      kind: 'undeliverable',
      error: expect.stringContaining('SMTP_URL'),
    });
  });
});
