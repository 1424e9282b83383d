// @vitest-environment happy-dom
// Which events of the browser the page lifecycle passes on, and which it must not.
import { expect, test } from 'vitest';
import { createLifecycle } from '../../src/browser/lifecycle.js';
import { changeVisibility, comeBack } from './fakes/page.js';

test('a return from the back/forward cache counts as shown, an ordinary load does not', () => {
  const told: string[] = [];
  createLifecycle(window).onShow(() => told.push('shown'));
  comeBack(false);
  expect(told).toEqual([]);
  comeBack(true);
  expect(told).toEqual(['shown']);
});

test('a frozen page that resumes while it is still hidden counts as shown', () => {
  const told: unknown[] = [];
  const { onHide, onShow } = createLifecycle(window);
  const stops = [onHide((leaving) => told.push(leaving)), onShow(() => told.push('back'))];
  document.dispatchEvent(new Event('freeze'));
  document.dispatchEvent(new Event('resume'));
  for (const stop of stops) stop();
  expect(told).toEqual([true, 'back']);
});

test('receives events whose propagation a handler of the page stops', () => {
  const told: boolean[] = [];
  window.addEventListener('pagehide', (event) => event.stopImmediatePropagation());
  createLifecycle(window).onHide((leaving) => told.push(leaving));
  window.dispatchEvent(new Event('pagehide'));
  changeVisibility('hidden');
  changeVisibility('visible');
  expect(told).toEqual([true, false]);
});

test('ignores events of elements that have the name of a page event', () => {
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

test('receives page events also where a script defined a global that only elements have', () => {
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

test('receives page events also where a script took the name of a global for its own', () => {
  const told: unknown[] = [];
  createLifecycle(window).onHide((leaving) => told.push(leaving));
  const { Element: own } = globalThis;
  Object.assign(globalThis, { Element: {} });
  try {
    window.dispatchEvent(new Event('pagehide'));
    document.dispatchEvent(new Event('freeze'));
  } finally {
    Object.assign(globalThis, { Element: own });
  }
  expect(told).toEqual([true, true]);
});

test('is offline only if the browser says so', () => {
  const { isOnline } = createLifecycle(window);
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  expect(isOnline()).toBe(false);
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: undefined });
  expect(isOnline()).toBe(true);
});
