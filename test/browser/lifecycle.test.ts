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

test('hears what a handler of the page keeps from others', () => {
  const told: boolean[] = [];
  window.addEventListener('pagehide', (event) => event.stopImmediatePropagation());
  createLifecycle(window).onHide((leaving) => told.push(leaving));
  window.dispatchEvent(new Event('pagehide'));
  changeVisibility('hidden');
  changeVisibility('visible');
  expect(told).toEqual([true, false]);
});

test('is offline only when the browser says so', () => {
  const { isOnline } = createLifecycle(window);
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  expect(isOnline()).toBe(false);
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: undefined });
  expect(isOnline()).toBe(true);
});
