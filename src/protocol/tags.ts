// The areas of the API, in the order in which its description shows them.

export const TAGS: Readonly<Record<string, string>> = {
  Events: 'Ingestion: what SDKs and servers send, with the write key of a project.',
  Analytics: 'Questions about the events of a range of UTC days.',
  Query: "Questions of one's own, as SQL over the workspace's views.",
  Profiles: 'What is known about wallets: first and last seen, attribution, worth, lifecycle.',
  Labels: 'What a team calls its wallets.',
  Import: 'Wallets that are known from elsewhere.',
  Boards: 'Collections of charts.',
  Charts: 'Saved questions with a way to draw their answer.',
  Alerts: 'Messages about events and wallets as they come.',
  Contracts: 'Smart contracts whose logs become events.',
  Segments: 'Saved conditions on wallets.',
  Chat: 'Questions in words.',
  Keys: 'What an API key may do.',
};
