// The message for Slack and for receivers that accept Slack webhooks (Mattermost, Rocket.Chat, Discord with
// /slack). https://api.slack.com/messaging/webhooks

import { alertLink } from './dashboard-link.js';
import type { Message } from './delivery.js';
import { cut, describe, type Line } from './describe.js';

/** https://api.slack.com/reference/surfaces/formatting#escaping */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Mattermost, Rocket.Chat and Discord read more than Slack escapes: they notify everybody when a message has
 * `@all` or `@everyone`, Discord also in the middle of a word and Mattermost after a dot, and they show
 * `[text](address)` as a link. A zero-width space in between prevents both. Mail addresses stay as they are.
 */
const MENTION = /(?<![\da-z])@|@(?=(?:all|channel|everyone|here)\b)|@(?![\w-]+\.\w)/gi;

const harmless = (text: string): string =>
  text.replaceAll(MENTION, '@\u200b').replaceAll('](', ']\u200b(');

const HEADER_LENGTH = 150;
/**
 * So that ten lines fit into a section: Slack refuses the whole message, permanently, when a section has more
 * than 3,000 characters. https://api.slack.com/reference/block-kit/blocks#section
 */
const LINE_LENGTH = 290;

function lineOf({ text, link }: Line): string {
  const end = link === undefined ? '' : ` <${link}|Open>`;
  let line = '• ';
  for (const sign of harmless(text)) {
    const next = escaped(sign);
    if (line.length + next.length + end.length >= LINE_LENGTH) return `${line}…${end}`;
    line += next;
  }
  return line + end;
}

/**
 * `text` is shown in notifications, and by receivers that do not support blocks.
 *
 * @param dashboard origin of the dashboard; without it there are no links
 */
export function slackBody(message: Message, dashboard?: string): string {
  const { lines, more, ...description } = describe(message, dashboard);
  const title = harmless(description.title);
  const { id } = message.alert;
  const alert = dashboard === undefined ? id : `<${alertLink(dashboard, id)}|${id}>`;
  const list = [...lines.map(lineOf), ...(more ? [`and ${more} more`] : [])];
  const section = list.join('\n') || 'Nothing to show.';
  return JSON.stringify({
    text: [escaped(title), ...list].join('\n'),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(title, HEADER_LENGTH) } },
      { type: 'section', text: { type: 'mrkdwn', text: section } },
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `${alert} · ${message.createdAt}` }],
      },
    ],
  });
}
