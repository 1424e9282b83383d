// @vitest-environment happy-dom
// A dialog closes by a click beside it, and by nothing that began within.
/** @jsxImportSource preact */
import { expect, it, vi } from 'vitest';
import { Dialog } from '../../src/dashboard/parts/dialog.js';
import { mount } from './render.js';

it.each([
  ['beside it closes it', 'dialog', 1],
  // What a browser says of it: its click is of what holds both ends.
  ['within it, where a text is selected up to beyond its edge, does not', 'input', 0],
])('a press %s', async (_, pressed, times) => {
  const close = vi.fn();
  const root = await mount(
    <Dialog title="One" onClose={close}>
      <input />
    </Dialog>,
  );
  root.querySelector(pressed)?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  root.querySelector('dialog')?.dispatchEvent(new Event('click', { bubbles: true }));
  expect(close).toHaveBeenCalledTimes(times);
});
