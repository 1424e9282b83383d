// Describes the matches of an alert in text for people, for mail and Slack.
import { counted } from '../../counted.js';
import { matchLink } from './dashboard-link.js';
import type { MatchData, Message } from './delivery.js';

const MOST_LINES = 10;
const MOST_CHARACTERS = 200;

export interface Line {
  readonly text: string;
  /** The page of the wallet or visitor in the dashboard. */
  readonly link: string | undefined;
}

export interface Description {
  readonly title: string;
  /** One line for each match, ten at most. */
  readonly lines: readonly Line[];
  /** How many matches have no line. */
  readonly more: number;
}

/** The first `length` UTF-16 units of a text, without half a surrogate pair at the end. */
export const cut = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/**
 * Names come from visitors: their control characters and line ends could forge further lines of a message.
 */
const plain = (text: string): string =>
  cut(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim(), MOST_CHARACTERS);

const text = (data: MatchData, name: string): string => {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? plain(String(value)) : '';
};

/** @param dashboard origin of the dashboard; without it there are no links */
export function describe({ alert, data, test }: Message, dashboard?: string): Description {
  const what = alert.trigger_type === 'event' ? 'event' : 'wallet';
  const line = alert.trigger_type === 'event' ? eventLine : walletLine;
  return {
    title: `${test ? '[Test] ' : ''}${plain(alert.name)}: ${counted(data.length, what)}`,
    lines: data.slice(0, MOST_LINES).map((match) => ({
      text: line(match),
      link: dashboard === undefined ? undefined : matchLink(dashboard, match),
    })),
    more: Math.max(0, data.length - MOST_LINES),
  };
}

function eventLine(data: MatchData): string {
  const who = text(data, 'address') || text(data, 'user_id') || text(data, 'anonymous_id');
  const parts = [
    text(data, 'event') || text(data, 'type'),
    who && `by ${who}`,
    text(data, 'page_path') && `on ${text(data, 'page_path')}`,
    text(data, 'timestamp') && `at ${text(data, 'timestamp')}`,
  ];
  return parts.filter(Boolean).join(' ');
}

function walletLine(data: MatchData): string {
  const name = text(data, 'display_name') || text(data, 'ens');
  const parts = [
    name ? `${text(data, 'address')} (${name})` : text(data, 'address'),
    data.net_worth_usd ? `net worth $${text(data, 'net_worth_usd')}` : '',
    text(data, 'lifecycle'),
    text(data, 'location'),
  ];
  return parts.filter(Boolean).join(', ');
}
