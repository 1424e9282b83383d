// @vitest-environment happy-dom
// The provider and the hooks on React 18 and 19: no second tracker, no lost or doubled event.
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tracker, TrackerFault } from '../../src/core/tracker-types.js';
import { eventually } from '../support/eventually.js';
import { loadReact, REACTS, type ReactKit } from './load-react.js';
import { mount, spyOn } from './render.js';

describe.each(REACTS)('React %s', (version) => {
  let evaluate: () => ReactKit;
  let kit: ReactKit;

  beforeAll(async () => {
    evaluate = await loadReact(version);
    kit = evaluate();
  });

  const h = (type: unknown, props: object | null = null, ...children: ReactNode[]) =>
    kit.React.createElement(type as string, props, ...children);
  const strict = (children: ReactNode) => h(kit.React.StrictMode, null, children);
  type Options = ReturnType<typeof spyOn>['options'];
  const provide = (options: Options, ...children: ReactNode[]) =>
    h(kit.sdk.TrackerProvider, { options }, ...children);

  /** Tracks in both kinds of effects, which run before those of the provider around it. */
  const Early = () => {
    const tracker = kit.sdk.useTracker();
    const told = kit.React.useRef(false);
    kit.React.useLayoutEffect(() => {
      if (!told.current) tracker.track('layout effect');
    }, [tracker]);
    kit.React.useEffect(() => {
      if (!told.current) tracker.track('effect');
      told.current = true;
    }, [tracker]);
    return 'there';
  };
  const View = ({ name }: { name: string }) => {
    kit.sdk.usePageView({ name, count: 1n });
    return name;
  };

  it('is the expected version', () => {
    expect(kit.React.version.split('.')[0]).toBe(version);
  });

  it("renders its children at once, and keeps events tracked before the provider's own effects", async () => {
    const { options, names, trackers } = spyOn();
    const { container } = await mount(kit, provide(options, h(Early)));
    expect(container.textContent).toBe('there');
    expect(names()).toEqual(['layout effect', 'effect']);
    expect(trackers).toEqual(['open']);
  });

  it('creates one tracker in Strict Mode, and keeps it open', async () => {
    const { options, names, trackers } = spyOn();
    await mount(kit, strict(provide(options, h(Early), h(View, { name: 'Home' }))));
    expect(trackers).toEqual(['open']);
    expect(names().filter((name) => name === 'page')).toEqual(['page']);
  });

  it('creates one tracker although options are written inline', async () => {
    const { options, trackers } = spyOn();
    const App = ({ n }: { n: number }) => provide({ ...options }, h(View, { name: `view ${n}` }));
    const { render } = await mount(kit, h(App, { n: 1 }));
    await render(h(App, { n: 2 }));
    expect(trackers).toEqual(['open']);
  });

  it('returns the same tracker and the same functions in each render', async () => {
    const { options } = spyOn();
    const seen: unknown[][] = [];
    const Child = ({ n }: { n: number }) => {
      seen.push([kit.sdk.useTracker(), kit.sdk.useTrackEvent('minted')]);
      return n;
    };
    const { render } = await mount(kit, provide(options, h(Child, { n: 1 })));
    await render(provide(options, h(Child, { n: 2 })));
    expect(seen).toHaveLength(2);
    expect(seen[0]?.[0]).toBe(seen[1]?.[0]);
    expect(seen[0]?.[1]).toBe(seen[1]?.[1]);
  });

  it('creates no tracker for a render that is discarded', async () => {
    const { options, trackers, names } = spyOn();
    const never = new Promise<never>(() => {});
    const Suspends = () => {
      throw never;
    };
    const App = () => provide(options, h(Early), h(Suspends));
    const { container } = await mount(kit, h(kit.React.Suspense, { fallback: 'waiting' }, h(App)));
    expect(container.textContent).toBe('waiting');
    expect([trackers, names()]).toEqual([[], []]);
  });

  it('closes its tracker after an unmount, with every event recorded', async () => {
    const { options, trackers, names } = spyOn();
    const { unmount } = await mount(kit, provide(options, h(Early)));
    await unmount();
    await eventually(() => trackers[0] === 'closed');
    expect(names()).toEqual(['layout effect', 'effect']);
  });

  it('keeps the tracker when it is mounted again at once', async () => {
    const { options, trackers, names } = spyOn();
    const { unmount } = await mount(kit, provide(options, h(View, { name: 'one' })));
    await unmount();
    await mount(kit, provide(options, h(View, { name: 'two' })));
    expect(trackers).toEqual(['open']);
    expect(names()).toEqual(['page', 'page']);
  });

  it('creates another tracker when it is mounted again later', async () => {
    const { options, trackers } = spyOn();
    const { unmount } = await mount(kit, provide(options, h(Early)));
    await unmount();
    await eventually(() => trackers[0] === 'closed');
    await mount(kit, provide(options, h(Early)));
    expect(trackers).toEqual(['closed', 'open']);
  });

  it('keeps the tracker when hot reloading evaluates the module again', async () => {
    const { options, trackers, names } = spyOn();
    const { unmount } = await mount(kit, provide(options, h(Early)));
    const fresh = evaluate();
    await unmount();
    const Fresh = () => {
      fresh.sdk.useTrackEvent('x');
      const tracker = fresh.sdk.useTracker();
      fresh.React.useEffect(() => tracker.track('fresh'), [tracker]);
      return null;
    };
    await mount(
      fresh,
      fresh.React.createElement(fresh.sdk.TrackerProvider, {
        options,
        children: fresh.React.createElement(Fresh),
      }),
    );
    expect(trackers).toEqual(['open']);
    expect(names()).toEqual(['layout effect', 'effect', 'fresh']);
  });

  it('two providers of one project share a tracker; another project has its own', async () => {
    const [one, other] = [spyOn(), spyOn()];
    const apps = [one, one, other].map(({ options }) => provide(options, h(Early)));
    await mount(kit, h(kit.React.Fragment, null, ...apps));
    expect([one.trackers, other.trackers]).toEqual([['open'], ['open']]);
    expect([one.names().length, other.names().length]).toEqual([4, 2]);
  });

  it('works where the global that shares trackers has an invalid value', async () => {
    const key = Symbol.for('chaintrail.react.1');
    const before: unknown = Reflect.get(globalThis, key);
    Reflect.set(globalThis, key, { get: null });
    const { options, names } = spyOn();
    await mount(kit, strict(provide(options, h(Early))));
    Reflect.set(globalThis, key, before);
    expect(names()).toEqual(['layout effect', 'effect']);
  });

  it('another write key creates another tracker', async () => {
    const [one, other] = [spyOn(), spyOn()];
    const { render } = await mount(kit, provide(one.options, h(View, { name: 'a' })));
    await render(provide(other.options, h(View, { name: 'b' })));
    await eventually(() => one.trackers[0] === 'closed');
    expect(other.trackers).toEqual(['open']);
  });

  it('usePageView records a view once as long as it is the same', async () => {
    const { options, events } = spyOn();
    const { render } = await mount(kit, strict(provide(options, h(View, { name: 'one' }))));
    await render(strict(provide(options, h(View, { name: 'one' }))));
    await render(strict(provide(options, h(View, { name: 'two' }))));
    expect(events.map(({ properties }) => properties)).toMatchObject([
      { name: 'one', count: '1' },
      { name: 'two', count: '1' },
    ]);
  });

  it('usePageView records the view with the tracker of another project as well', async () => {
    const [one, other] = [spyOn(), spyOn()];
    const { render } = await mount(kit, strict(provide(one.options, h(View, { name: 'Home' }))));
    await render(strict(provide(other.options, h(View, { name: 'Home' }))));
    expect([one.names(), other.names()]).toEqual([['page'], ['page']]);
  });

  it('useTrackEvent returns a function that records the event', async () => {
    const { options, events } = spyOn();
    const Button = () => {
      const onMinted = kit.sdk.useTrackEvent<{ minted: { id: number } }, 'minted'>('minted');
      return h('button', { onClick: () => onMinted({ id: 7 }) });
    };
    const { container } = await mount(kit, strict(provide(options, h(Button))));
    await kit.React.act(async () => container.querySelector('button')?.click());
    expect(events).toMatchObject([{ event: 'minted', properties: { id: 7 } }]);
  });

  it('accepts a tracker that the app created, and leaves it open', async () => {
    const calls: unknown[] = [];
    const tracker = {
      track: (...input: unknown[]) => calls.push(input),
      close: () => calls.push('close'),
    } as unknown as Tracker;
    const { unmount } = await mount(kit, h(kit.sdk.TrackerProvider, { tracker }, h(Early)));
    await unmount();
    expect(calls).toEqual([['layout effect'], ['effect']]);
  });

  it('without a provider, hooks do nothing', async () => {
    const { container } = await mount(
      kit,
      h(kit.React.Fragment, null, h(Early), h(View, { name: 'one' })),
    );
    expect(container.textContent).toBe('thereone');
  });

  it('wrong options throw during rendering', () => {
    const options = { writeKey: '', apiHost: 'https://events.example' };
    expect(() => kit.server.renderToString(provide(options as Options))).toThrow(/writeKey/);
  });

  it('renders on a server without tracking, and tracks after hydration', async () => {
    const { options, names, trackers } = spyOn();
    const app = strict(provide(options, h(Early), h(View, { name: 'one' })));
    const html = kit.server.renderToString(app);
    expect(html).toBe('there<!-- -->one');
    expect(trackers).toEqual([]);
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = html;
    const faults: unknown[] = [];
    const root = await kit.React.act(async () =>
      kit.client.hydrateRoot(container, app, { onRecoverableError: (error) => faults.push(error) }),
    );
    expect(faults).toEqual([]);
    expect(trackers).toEqual(['open']);
    expect(names()).toContain('page');
    await kit.React.act(async () => root.unmount());
  });

  const state = { status: 'disconnected', current: null, connections: new Map() };
  it.each([undefined, {}, { state, connectors: [], subscribe: () => 'no function' }])(
    'useWagmiTracking reports an invalid config (%j), and the app goes on',
    async (config) => {
      const faults: TrackerFault[] = [];
      const { options } = spyOn({ onError: (fault) => faults.push(fault) });
      const Wagmi = () => {
        kit.sdk.useWagmiTracking(config as never);
        return 'there';
      };
      const { container, render } = await mount(kit, provide(options, h(Wagmi)));
      expect(container.textContent).toBe('there');
      await render(provide(options, 'gone'));
      expect(container.textContent).toBe('gone');
      expect(faults.at(-1)).toMatchObject({ code: 'plugin' });
    },
  );

  it('useWagmiTracking records the connection of a wagmi app once, also in Strict Mode', async () => {
    const { options, events } = spyOn();
    const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    const provider = { request: async () => null };
    const connector = { name: 'Test', type: 'injected', getProvider: async () => provider };
    const listeners = new Set<() => void>();
    const config = {
      state: {
        status: 'disconnected',
        current: null as string | null,
        connections: new Map<string, object>(),
      },
      connectors: [connector],
      subscribe: (_: unknown, listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const Wagmi = () => {
      kit.sdk.useWagmiTracking(config as never);
      return null;
    };
    const { unmount } = await mount(kit, strict(provide(options, h(Wagmi))));
    config.state = {
      status: 'connected',
      current: '1',
      connections: new Map([['1', { accounts: [account], chainId: 1, connector }]]),
    };
    for (const listener of [...listeners]) listener();
    await eventually(() => events.length > 0);
    expect(events.map(({ type, address }) => [type, address])).toEqual([['connect', account]]);
    await unmount();
    expect(listeners.size).toBe(0);
  });
});
