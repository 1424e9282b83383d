// @vitest-environment happy-dom
// Runs the contract for every Lifecycle, including the fake of the tests.
import { createLifecycle } from '../../src/browser/lifecycle.js';
import { createFakeLifecycle } from '../browser/fakes/lifecycle.js';
import { changeVisibility, comeBack } from '../browser/fakes/page.js';
import { describeLifecycle } from './lifecycle.contract.js';

describeLifecycle("The browser's page, hidden and shown", () => ({
  lifecycle: createLifecycle(window),
  hide: () => changeVisibility('hidden'),
  leave: () => window.dispatchEvent(new Event('pagehide')),
  show: () => changeVisibility('visible'),
  goOnline: () => window.dispatchEvent(new Event('online')),
}));

describeLifecycle("The browser's page, frozen and restored", () => ({
  lifecycle: createLifecycle(window),
  hide: () => changeVisibility('hidden'),
  leave: () => document.dispatchEvent(new Event('freeze')),
  show: () => comeBack(true),
  goOnline: () => window.dispatchEvent(new Event('online')),
}));

describeLifecycle('The page lived by hand', () => {
  const lifecycle = createFakeLifecycle();
  return {
    lifecycle,
    hide: () => lifecycle.hide(false),
    leave: () => lifecycle.hide(true),
    show: lifecycle.show,
    goOnline: lifecycle.goOnline,
  };
});
