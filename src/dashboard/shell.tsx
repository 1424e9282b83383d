// The frame around every view: the brand, the navigation and the theme switch; and the current view.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shorten, visitorName } from './format/names.js';
import { Brand } from './parts/brand.js';
import { Icon } from './parts/icon.js';
import { ThemeSwitch } from './parts/theme-switch.js';
import { TroubleBanner, WithTroubles } from './parts/trouble-banner.js';
import { KeyContext } from './state/key.js';
import { formatPlace, type Place, VIEWS, type View } from './state/place.js';
import { ScopeContext, useScopeOf } from './state/scope.js';
import { readKeptKey, readKey, useSession } from './state/session.js';
import { useAnswer } from './state/use-answer.js';
import { useNavigation } from './state/use-place.js';
import { AlertPage } from './views/alert.js';
import { Alerts } from './views/alerts.js';
import { Board } from './views/board.js';
import { Boards } from './views/boards.js';
import { ChartEditor } from './views/chart.js';
import { Live } from './views/live.js';
import { Overview } from './views/overview.js';
import { Settings } from './views/settings.js';
import { VisitorPage } from './views/visitor.js';
import { Wallet } from './views/wallet.js';
import { Wallets } from './views/wallets.js';

const TITLES: Readonly<Record<View, string>> = {
  overview: 'Overview',
  live: 'Live',
  wallets: 'Wallets',
  boards: 'Boards',
  alerts: 'Alerts',
  settings: 'Settings',
};

/** What is looked at in a view, by its id. Boards and alerts set the title once they know their name. */
const NAMES: Readonly<Partial<Record<View, (id: string) => string>>> = {
  wallets: shorten,
  live: visitorName,
};

export function Shell() {
  const { place } = useNavigation();
  const { signOut } = useSession();
  const scope = useScopeOf(place);
  const main = useRef<HTMLElement>(null);
  useArrival(place, main);

  return (
    <ScopeContext.Provider value={scope}>
      {/* Not a link to `#main`: the fragment of the address names the view that is shown. */}
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <div class="shell">
        <header class="side">
          <Brand />
          <Ways current={place.view} />
          <div class="side-end">
            <ThemeSwitch />
            <a class="button quiet" href="/docs">
              <Icon name="docs" />
              <span>Docs</span>
            </a>
            <button type="button" class="button quiet" onClick={() => signOut()}>
              <Icon name="leave" />
              <span>Sign out</span>
            </button>
          </div>
        </header>
        <main id="main" ref={main} tabIndex={-1} data-place={formatPlace(place)}>
          <WithTroubles>
            <WithKey>
              <CurrentView place={place} />
            </WithKey>
            <TroubleBanner />
          </WithTroubles>
        </main>
      </div>
    </ScopeContext.Provider>
  );
}

/**
 * Reads the scopes of the key, which is needed only once: those of a key never change. Until the answer, that of an
 * earlier load in this tab is used: controls that depend on scopes and projects would come late, and move others.
 */
function WithKey({ children }: { readonly children: ComponentChildren }) {
  const session = useSession();
  const [kept] = useState(readKeptKey);
  const key = useAnswer('key', (signal) => readKey(session, signal), kept);
  return <KeyContext.Provider value={key}>{children}</KeyContext.Provider>;
}

function Ways({ current }: { readonly current: View }) {
  const { hrefTo } = useNavigation();
  return (
    <nav aria-label="Views">
      <ul>
        {VIEWS.map((view) => (
          <li key={view}>
            <a href={hrefTo({ view })} aria-current={view === current ? 'page' : undefined}>
              <Icon name={view} />
              <span>{TITLES[view]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CurrentView({ place: { view, id, options } }: { readonly place: Place }) {
  switch (view) {
    case 'overview':
      return <Overview />;
    case 'live':
      return id === undefined ? <Live /> : <VisitorPage key={id} anonymousId={id} />;
    case 'wallets':
      return id === undefined ? <Wallets /> : <Wallet key={id} address={id} />;
    case 'boards':
      return id === undefined ? (
        <Boards />
      ) : options.chart === undefined ? (
        <Board key={id} id={id} />
      ) : (
        <ChartEditor key={`${id} ${options.chart}`} boardId={id} chart={options.chart} />
      );
    case 'alerts':
      return id === undefined ? <Alerts /> : <AlertPage key={id} id={id} />;
    case 'settings':
      return <Settings />;
  }
}

/** Sets the window's title, and moves the focus to the heading of a new view, for keyboards and screen readers. */
function useArrival(
  { view, id, options: { chart, find } }: Place,
  main: { readonly current: HTMLElement | null },
): void {
  const arrivedAt = useRef('');
  /** The search of wallets narrows the list that is shown; the one of visitors is a view of its own. */
  const isSearch = view === 'live' && id === undefined && Boolean(find);
  // A layout effect moves the focus as soon as the view is in the page: until then nothing would have it.
  useLayoutEffect(() => {
    const here = `${view}/${id ?? ''}/${chart ?? ''}/${isSearch}`;
    const title = (id !== undefined && NAMES[view]?.(id)) || (isSearch ? 'Visitors' : TITLES[view]);
    document.title = `${title} · Chaintrail`;
    if (arrivedAt.current !== '' && arrivedAt.current !== here) {
      window.scrollTo(0, 0);
      main.current?.querySelector('h1')?.focus();
    }
    arrivedAt.current = here;
  }, [view, id, chart, isSearch, main]);
}
