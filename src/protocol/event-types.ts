// The kinds of events. In a file apart from the schemas, so that a tracker's bundle need not carry
// those.

/** The ten event types. `decoded_log` comes from contract logs that the server reads. */
export const EVENT_TYPES = [
  'page',
  'identify',
  'track',
  'detect',
  'connect',
  'disconnect',
  'chain',
  'signature',
  'transaction',
  'decoded_log',
] as const;

/** Where an event came from. */
export const EVENT_CHANNELS = ['web', 'mobile', 'server', 'api', 'import'] as const;

export type EventType = (typeof EVENT_TYPES)[number];
export type EventChannel = (typeof EVENT_CHANNELS)[number];

/** The version of the wire format that this package writes. */
export const EVENT_VERSION = '0';
