// Which channels bring events straight from a person's device.
import type { WireEvent } from '../../protocol/events.js';

const VISITOR_CHANNELS: ReadonlySet<string> = new Set(['web', 'mobile']);

/** Else a program of the team's sent it, and its request says nothing about the person. */
export const isFromVisitor = ({ channel }: Pick<WireEvent, 'channel'>): boolean =>
  VISITOR_CHANNELS.has(channel);
