// @vitest-environment happy-dom
// The page view plugin wraps `history` so that other scripts cannot tell it from the browser's own.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { comeBack } from './fakes/page.js';
import { close, open, settle, start, views } from './fakes/viewed.js';

beforeEach(open);
afterEach(close);

test('keeps names, return values, errors and arguments', () => {
  const { pushState } = history;
  start();
  expect(history.pushState).not.toBe(pushState);
  expect([history.pushState.name, history.pushState.length]).toEqual([
    pushState.name,
    pushState.length,
  ]);
  expect(String(history.pushState)).toMatch(/^function/);
  expect(history.pushState({ step: 2 }, '', '/x')).toBeUndefined();
  expect([history.state, location.pathname]).toEqual([{ step: 2 }, '/x']);
  expect(() => history.pushState(null, '', 'https://elsewhere.example/')).toThrow();
});

test('a view that cannot be read, or hidden globals, do not keep the app from navigating', () => {
  const { apply } = Reflect;
  let isBroken = false;
  const read = (): string => {
    if (isBroken) throw new Error('no address');
    return location.href;
  };
  const unreadable = Object.defineProperty({}, 'href', { get: read });
  const page = new Proxy(window, {
    get: (target, key) => {
      if (key === 'location') return unreadable;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  start(undefined, page);
  isBroken = true;
  expect(() => history.pushState(null, '', '/pools')).not.toThrow();
  isBroken = false;
  Reflect.deleteProperty(Reflect, 'apply');
  try {
    expect(() => history.pushState(null, '', '/pools/1')).not.toThrow();
  } finally {
    Object.defineProperty(Reflect, 'apply', { configurable: true, writable: true, value: apply });
  }
  settle();
  expect(views).toEqual(['/', '/pools/1']);
});

test('is restored after the end, and later navigations record nothing', () => {
  const before = Object.getOwnPropertyNames(history);
  const { pushState, replaceState } = history;
  start().stop();
  expect(Object.getOwnPropertyNames(history)).toEqual(before);
  expect([history.pushState, history.replaceState]).toEqual([pushState, replaceState]);
  history.pushState(null, '', '/later');
  window.dispatchEvent(new Event('popstate'));
  comeBack(true);
  settle();
  expect(views).toEqual(['/']);
});

test('that another script wrapped afterwards is left in place, without recording views', () => {
  const { stop } = start();
  const ours = history.pushState;
  const theirs = function theirs(this: History, ...args: Parameters<History['pushState']>) {
    return ours.apply(this, args);
  };
  history.pushState = theirs;
  stop();
  expect(history.pushState).toBe(theirs);
  history.pushState(null, '', '/later');
  settle();
  expect([location.pathname, views]).toEqual(['/later', ['/']]);
  Reflect.deleteProperty(history, 'pushState');
});

test('that another script wrapped before is restored to that wrapper', () => {
  const theirs = History.prototype.pushState.bind(history);
  history.pushState = theirs;
  start().stop();
  expect(history.pushState).toBe(theirs);
  Reflect.deleteProperty(history, 'pushState');
});
