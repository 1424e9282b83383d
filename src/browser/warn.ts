// The one way to speak to a developer who did not ask: a warning on the console.

export const warn = (message: string): void => {
  // biome-ignore lint/suspicious/noConsole: nowhere else would the developer of the page look
  globalThis.console?.warn(`chaintrail: ${message}`);
};
