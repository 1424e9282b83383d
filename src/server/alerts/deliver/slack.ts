// The message for Slack and whatever takes its webhooks (Mattermost, Rocket.Chat, Discord with /slack).
// https://api.slack.com/messaging/webhooks
import type { Message } from './delivery.js';
import { describe } from './describe.js';

/** https://api.slack.com/reference/surfaces/formatting#escaping */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const HEADER_LENGTH = 150;

/** `text` is what notifications show, and those who know no blocks. */
export function slackBody(message: Message): string {
  const { title, lines, more } = describe(message);
  const list = [
    ...lines.map((line) => `• ${escaped(line)}`),
    ...(more ? [`and ${more} more`] : []),
  ];
  const section = list.join('\n') || 'Nothing to show.';
  return JSON.stringify({
    text: [escaped(title), ...list].join('\n'),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.slice(0, HEADER_LENGTH) } },
      { type: 'section', text: { type: 'mrkdwn', text: section } },
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `${message.alert.id} · ${message.createdAt}` }],
      },
    ],
  });
}
