// @vitest-environment happy-dom
// Page views where a path is replaced before its view is recorded.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { close, open, settle, start, views } from './fakes/viewed.js';

beforeEach(open);
afterEach(close);

test.each(['pushState', 'replaceState'] as const)(
  'a redirect back to the view that was left by %s records nothing',
  (leave) => {
    start();
    history[leave](null, '', '/guarded');
    vi.advanceTimersByTime(500);
    history.replaceState(null, '', '/');
    settle();
    expect(views).toEqual(['/']);
    history.pushState(null, '', '/pools');
    settle();
    history[leave](null, '', '/guarded');
    history.replaceState(null, '', '/guarded/login');
    history.replaceState(null, '', '/pools');
    settle();
    expect(views).toEqual(['/', '/pools']);
  },
);

test('a view is recorded again where another one was seen in between', () => {
  start();
  history.replaceState(null, '', '/pools');
  settle();
  history.replaceState(null, '', '/');
  settle();
  history.pushState(null, '', '/swap');
  history.pushState(null, '', '/');
  settle();
  expect(views).toEqual(['/', '/pools', '/', '/swap', '/']);
});

test('a page that replaces its path twice while it loads is seen at the last one', () => {
  history.replaceState(null, '', '/landing');
  const { plugin } = start();
  history.replaceState(null, '', '/a');
  history.replaceState(null, '', '/landing');
  history.replaceState(null, '', '/b');
  plugin.before?.('track');
  expect(views).toEqual(['/landing', '/b']);
});
