// @vitest-environment happy-dom
// What the page's lifecycle must not tell.
import { expect, test } from 'vitest';
import { createLifecycle } from '../../src/browser/lifecycle.js';
import { changeVisibility, comeBack } from './fakes/page.js';

test('an ordinary load is no return, one from the back/forward cache is', () => {
  const told: string[] = [];
  createLifecycle(window).onShow(() => told.push('shown'));
  comeBack(false);
  expect(told).toEqual([]);
  comeBack(true);
  expect(told).toEqual(['shown']);
});

test('a page that was frozen, and goes on while it is still hidden, is back', () => {
  const told: unknown[] = [];
  const { onHide, onShow } = createLifecycle(window);
  const stops = [onHide((leaving) => told.push(leaving)), onShow(() => told.push('back'))];
  document.dispatchEvent(new Event('freeze'));
  document.dispatchEvent(new Event('resume'));
  for (const stop of stops) stop();
  expect(told).toEqual([true, 'back']);
});

test('hears what a handler of the page keeps from others', () => {
  const told: boolean[] = [];
  window.addEventListener('pagehide', (event) => event.stopImmediatePropagation());
  createLifecycle(window).onHide((leaving) => told.push(leaving));
  window.dispatchEvent(new Event('pagehide'));
  changeVisibility('hidden');
  changeVisibility('visible');
  expect(told).toEqual([true, false]);
});

test('does not take the event of an element, whatever its name, for one of the page', () => {
  const told: unknown[] = [];
  const lifecycle = createLifecycle(window);
  lifecycle.onHide((leaving) => told.push(leaving));
  lifecycle.onUnloadAsked(() => told.push('unload'));
  for (const name of ['freeze', 'pagehide', 'beforeunload']) {
    document.documentElement.dispatchEvent(new Event(name, { bubbles: true }));
  }
  expect(told).toEqual([]);
  document.dispatchEvent(new Event('freeze', { bubbles: true }));
  expect(told).toEqual([true]);
});

test('hears of the page where a script of it left a global that only elements have', () => {
  const told: unknown[] = [];
  createLifecycle(window).onHide((leaving) => told.push(leaving));
  Object.assign(window, { parentNode: document.body });
  try {
    window.dispatchEvent(new Event('pagehide'));
  } finally {
    Reflect.deleteProperty(window, 'parentNode');
  }
  expect(told).toEqual([true]);
});

test('is offline only when the browser says so', () => {
  const { isOnline } = createLifecycle(window);
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  expect(isOnline()).toBe(false);
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: undefined });
  expect(isOnline()).toBe(true);
});
