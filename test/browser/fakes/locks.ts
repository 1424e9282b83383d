// Web Locks of one origin, shared by any number of pages that can crash.

interface Page {
  isFrozen: boolean;
  /** Its code no longer runs, and it is granted no locks. */
  isGone: boolean;
}

interface Entry {
  readonly name: string;
  readonly page: Page;
  readonly start: () => void;
}

export interface FakePageLocks {
  readonly locks: LockManager;
  /**
   * The page enters the back/forward cache: it may still be granted locks, but its code does not
   * run.
   */
  freeze(): void;
  /** The page is gone: its locks are released and its requests are dropped. */
  crash(): void;
}

export interface FakeLockSpace {
  openPage(): FakePageLocks;
  heldNames(): readonly string[];
}

/** Who holds each name, and who waits for it in the order of the requests. */
const createLine = () => {
  const held = new Map<string, Entry>();
  const pending = new Set<Entry>();

  const advance = () => {
    for (const entry of pending) {
      if (held.has(entry.name)) continue;
      pending.delete(entry);
      held.set(entry.name, entry);
      entry.start();
    }
  };
  return {
    held,
    pending,
    join: (entry: Entry) => {
      pending.add(entry);
      // Asynchronous, as a real request goes to the browser's process and back.
      queueMicrotask(advance);
    },
    free: (entry: Entry) => {
      if (held.get(entry.name) !== entry) return;
      held.delete(entry.name);
      advance();
    },
  };
};

interface Request<T> {
  readonly page: Page;
  readonly name: string;
  readonly signal: AbortSignal | undefined;
  readonly work: () => Promise<T>;
}

const ask = <T>(
  line: ReturnType<typeof createLine>,
  { page, name, signal, work }: Request<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const run = async () => work();
    if (page.isGone) return;
    if (signal?.aborted) return reject(signal.reason);
    let hasBegun = false;
    const start = () =>
      queueMicrotask(() => {
        if (page.isFrozen || page.isGone || signal?.aborted) return;
        hasBegun = true;
        run()
          .then(resolve, reject)
          .finally(() => line.free(entry));
      });
    const entry: Entry = { name, page, start };
    signal?.addEventListener('abort', () => {
      if (hasBegun) return;
      line.pending.delete(entry);
      line.free(entry);
      reject(signal.reason);
    });
    line.join(entry);
  });

export const createFakeLockSpace = (): FakeLockSpace => {
  const line = createLine();
  const openPage = () => {
    const page: Page = { isFrozen: false, isGone: false };
    const locks = {
      request: <T>(name: string, ...rest: [LockOptions, () => Promise<T>] | [() => Promise<T>]) => {
        const [{ signal }, work] = rest.length === 1 ? [{}, rest[0]] : rest;
        return ask(line, { page, name, signal, work });
      },
      query: async () => ({
        held: [...line.held.keys()].map((name) => ({ name })),
        pending: [...line.pending].map(({ name }) => ({ name })),
      }),
    };
    return {
      locks: locks as unknown as LockManager,
      freeze: () => {
        page.isFrozen = true;
      },
      crash: () => {
        page.isGone = true;
        for (const entry of line.pending) if (entry.page === page) line.pending.delete(entry);
        for (const entry of [...line.held.values()]) if (entry.page === page) line.free(entry);
      },
    };
  };
  return { openPage, heldNames: () => [...line.held.keys()] };
};
