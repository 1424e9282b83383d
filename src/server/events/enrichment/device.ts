// On what device and with what program an event happened, and whether a person was there.
import type { WireEvent } from '../../../protocol/events.js';
import { remember } from '../../remember.js';
import { type Bag, own, readText } from '../bag.js';
import type { Caller } from '../caller.js';
import { isFromVisitor } from '../visitor-channels.js';
import { isPrivateHost } from './hosts.js';
import { parseUserAgent, type UserAgent } from './user-agent.js';

export interface Device extends UserAgent {
  readonly userAgent: string;
}

/** What a device is read from. */
export interface DeviceSource {
  readonly context: Bag;
  readonly channel: WireEvent['channel'];
  readonly caller: Caller;
  /** Host of the page; empty when unknown. */
  readonly pageHost: string;
}

export type ReadDevice = (source: DeviceSource) => Device;

const USER_AGENTS_REMEMBERED = 5_000;
const MAX_BROWSER_LENGTH = 64;

/** @param countBots whether bots count like people: then no event is marked as a bot's */
export function createDeviceReader(countBots: boolean): ReadDevice {
  const parse = remember(USER_AGENTS_REMEMBERED, parseUserAgent);
  return (source) => {
    const userAgent = userAgentOf(source);
    const { browser, os, device, isBot } = parse(userAgent);
    return {
      userAgent,
      browser: namedBrowser(source.context) || browser,
      os,
      device,
      isBot: isBot && !countBots && !isOutOfReach(source),
    };
  };
}

/**
 * Where crawlers do not come: into apps, whose user agents are strange by nature, and to pages on a
 * developer's machine, where headless browsers are the developer's own tests.
 */
const isOutOfReach = ({ channel, pageHost }: DeviceSource): boolean =>
  channel === 'mobile' || isPrivateHost(pageHost);

/**
 * As the event tells it. The request's own stands in only when it is a browser's: a program that
 * posts events (`node`, `curl`) is their sender and says nothing about the visitor.
 */
function userAgentOf({ context, channel, caller }: DeviceSource): string {
  const told = readText(context, 'user_agent');
  if (told !== '' || !isFromVisitor({ channel })) return told;
  const { userAgent = '' } = caller;
  return userAgent.startsWith('Mozilla/') ? userAgent.slice(0, 2_048) : '';
}

/** A page knows what the user agent does not tell, such as Brave. */
function namedBrowser(context: Bag): string {
  const name = own(context, 'browser');
  return typeof name === 'string'
    ? name.slice(0, MAX_BROWSER_LENGTH).trim().toLowerCase().replaceAll(' ', '_')
    : '';
}
