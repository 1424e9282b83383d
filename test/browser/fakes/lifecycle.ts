// A page lifecycle whose events the test triggers.
import type { PageLifecycle } from '../../../src/browser/lifecycle.js';

export interface FakeLifecycle extends PageLifecycle {
  askToUnload(): void;
  hide(leaving: boolean): void;
  show(): void;
  goOnline(): void;
  /** The number of registered listeners. */
  listeners(): number;
}

export const createFakeLifecycle = (): FakeLifecycle => {
  const onUnloadAsked = new Set<() => void>();
  const onHide = new Set<(leaving: boolean) => void>();
  const onShow = new Set<() => void>();
  const onOnline = new Set<() => void>();
  const add = <T>(set: Set<T>, run: T) => {
    set.add(run);
    return () => void set.delete(run);
  };
  return {
    onUnloadAsked: (run) => add(onUnloadAsked, run),
    onHide: (run) => add(onHide, run),
    onShow: (run) => add(onShow, run),
    onOnline: (run) => add(onOnline, run),
    isOnline: () => true,
    askToUnload: () => {
      for (const run of [...onUnloadAsked]) run();
    },
    hide: (leaving) => {
      for (const run of [...onHide]) run(leaving);
    },
    show: () => {
      for (const run of [...onShow]) run();
    },
    goOnline: () => {
      for (const run of [...onOnline]) run();
    },
    listeners: () => onUnloadAsked.size + onHide.size + onShow.size + onOnline.size,
  };
};
