// The part of `window.chaintrail` (the SDK by script tag) that the demo page uses.

export interface Chaintrail {
  track(event: string, properties?: Readonly<Record<string, unknown>>): void;
  identify(identity: { readonly userId: string }, traits?: Readonly<Record<string, unknown>>): void;
  reset(): void;
  stats(): { readonly queued: number };
  anonymousId(): string;
}

/** Undefined when the script did not load, as when a content blocker keeps it away. */
export function findChaintrail(): Chaintrail | undefined {
  return (window as { chaintrail?: Chaintrail }).chaintrail;
}
