// @vitest-environment happy-dom
// A dialog closes on a click outside, but not if the press began within; its form focuses the first
// field.
/** @jsxImportSource preact */
import { expect, it, vi } from 'vitest';
import { Dialog } from '../../src/dashboard/parts/dialog.js';
import { FormDialog } from '../../src/dashboard/parts/form-dialog.js';
import { mount } from './render.js';

it.each([
  ['beside it closes it', 'dialog', 1],
  // The browser's click event is dispatched on the common ancestor of press and release.
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

it('focuses the first field that is enabled, so that the first key does not close the form', async () => {
  const root = await mount(
    <FormDialog
      title="New one"
      submit="Save"
      actions={<button type="button">Delete</button>}
      notice={<button type="button">Discard them</button>}
      work={{ isRunning: false, error: undefined } as never}
      onSubmit={() => {}}
      onClose={() => {}}
    >
      <input disabled />
      <select />
      <input />
    </FormDialog>,
  );
  expect(document.activeElement).toBe(root.querySelector('select'));
});
