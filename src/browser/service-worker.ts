// What `import ... from 'chaintrail/service-worker'` gives: sends what closed pages left.
import { createRandomId } from '../core/message-id.js';
import { checkOptions } from '../core/options.js';
import type { Transport } from '../core/ports.js';
import { sendLeftOverOnce } from '../core/send-left-over.js';
import type { TrackerOptions } from '../core/tracker-types.js';
import { createClock } from './clock.js';
import { createFetchTransport } from './fetch-transport.js';
import { createIndexedDbStore } from './indexed-db-store.js';
import type { PageLifecycle } from './lifecycle.js';
import { namespaceOf } from './namespace.js';
import { createOneSender } from './one-sender.js';
import { createRandomBytes } from './random.js';

/** The options of the pages' trackers that matter here. */
export type LeftOverOptions = Pick<
  TrackerOptions,
  'writeKey' | 'apiHost' | 'maxBatchBytes' | 'maxAgeMs' | 'onDrop'
>;

/** A worker is never hidden or shown. */
const NEVER: PageLifecycle = {
  onUnloadAsked: () => () => {},
  onHide: () => () => {},
  onShow: () => () => {},
  onOnline: () => () => {},
  isOnline: () => true,
};

/**
 * Sends the events that pages of this origin left behind. To be called from the app's own service
 * worker, inside `event.waitUntil(...)`, on `sync`, `activate` or a message.
 *
 * @returns how many events were delivered
 * @throws TrackerError when an option is wrong, or when some have to wait: a rejected `sync` is repeated
 */
export const sendLeftOver = async (options: LeftOverOptions): Promise<number> => {
  checkOptions(options);
  const clock = createClock();
  const shared = {
    namespace: namespaceOf(options.writeKey),
    locks: navigator.locks,
    storage: undefined,
    lifecycle: NEVER,
    clock,
  };
  const store = createIndexedDbStore({ ...shared, owner: createRandomId(createRandomBytes()) });
  const requests = createFetchTransport({ ...options, writeKey: () => options.writeKey.trim() });
  // A worker cannot read the visitor's consent, but a withdrawal erases the events: checked for
  // each request, which may have waited for its turn.
  const isLeft = () => store.size().catch(() => 1);
  const transport: Transport = {
    send: async (body, sending) =>
      (await isLeft()) ? requests.send(body, sending) : { kind: 'retry' },
  };
  try {
    return await sendLeftOverOnce(options, {
      store,
      transport: createOneSender(transport, shared),
      clock,
    });
  } finally {
    store.release();
  }
};
