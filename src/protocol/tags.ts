// The areas of the API, in the order in which its description shows them.

export const TAGS: Readonly<Record<string, string>> = {
  Events: 'Ingestion: what SDKs and servers send, with the write key of a project.',
  Analytics: 'Analytics of the events in a range of UTC days.',
  Query: "Your own SQL queries over the workspace's views.",
  Profiles: 'What is known about wallets: first and last seen, attribution, worth, lifecycle.',
  Labels: 'Labels that a team gives to wallets.',
  Import: 'Import of wallets that are known from other sources.',
  Boards: 'Collections of charts.',
  Charts: 'Saved queries, and how to draw their results.',
  Alerts: 'Notifications about new events and wallets.',
  Contracts: 'Smart contracts whose logs become events.',
  Segments: 'Saved conditions on wallets.',
  Chat: 'Questions in natural language.',
  Keys: 'What an API key may do.',
};
