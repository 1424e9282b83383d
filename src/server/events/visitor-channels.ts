// Which channels bring events straight from a person's device.
import type { WireEvent } from '../../protocol/events.js';

const VISITOR_CHANNELS: ReadonlySet<string> = new Set(['web', 'mobile']);

/** Otherwise a program of the team sent it: the request's address and user agent are not the person's. */
export const isFromVisitor = ({ channel }: Pick<WireEvent, 'channel'>): boolean =>
  VISITOR_CHANNELS.has(channel);
