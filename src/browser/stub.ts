// The stub that a page may carry inline until the script file is loaded: it keeps each call, in
// order, with its promise.
import type { PendingCall, ScriptPage } from './script-tag.js';

const page: ScriptPage = window as never;
const q: PendingCall[] = [];

const stub = new Proxy({ q } as Readonly<Record<string, unknown>>, {
  get: (target, method: string) =>
    target[method] ||
    // With a `then`, `await` would take the stub for a promise.
    (method !== 'then' &&
      ((...input: readonly unknown[]) => {
        let resolve: PendingCall[2];
        const promise = new Promise<unknown>((settle) => {
          resolve = settle;
        });
        q.push([method, input, resolve, promise]);
        return promise;
      })),
});

page.chaintrail ||= stub;

const release = (call: PendingCall) => call[2]?.() as unknown as number;

// When the file is blocked, its `error` event releases the calls: the page must not wait for
// `flush()` for ever, nor pile up calls.
addEventListener(
  'error',
  ({ target }) => {
    const { dataset } = target as HTMLElement;
    if (dataset?.writeKey && page[dataset.name ?? 'chaintrail'] === stub) {
      q.push = release;
      q.map(release);
    }
  },
  true,
);
