// What a page may carry inline until the script file is loaded: it keeps every call, in order, with its promise.
import type { PendingCall, ScriptPage } from './script-tag.js';

const page: ScriptPage = window as never;
const q: PendingCall[] = [];

const stub = new Proxy({ q } as Readonly<Record<string, unknown>>, {
  get: (target, method: string) =>
    target[method] ||
    // A stub with `then` would be taken for a promise by `await`.
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

// A blocked file must not leave a page waiting for `flush()`, nor pile up its calls.
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
