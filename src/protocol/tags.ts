// The areas of the API, in the order in which its description shows them.

export const TAGS = {
  Events: 'Ingestion: what SDKs and servers send, with the write key of a project.',
  Analytics: 'Analytics of the events in a range of UTC days.',
  Query: "Your own SQL queries over the workspace's views.",
  Profiles: 'What is known about wallets: first and last seen, attribution, worth, lifecycle.',
  Boards: 'Collections of charts.',
  Alerts: 'Notifications about new events and wallets.',
  Contracts: 'Smart contracts whose logs become events.',
  Segments: 'Saved conditions on wallets.',
  Chat: 'Questions in natural language.',
  Keys: 'What an API key may do.',
} as const;

export type Tag = keyof typeof TAGS;
