// Renders a part of the dashboard on a page.
import { type ComponentChildren, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';

/** Renders something else in its place. */
export const remount = (root: HTMLElement, part: ComponentChildren): Promise<void> =>
  act(async () => render(part, root));

/** Removed at the end of the test. */
export const mount = async (part: ComponentChildren): Promise<HTMLElement> => {
  const root = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => {
    render(null, root);
    root.remove();
  });
  await remount(root, part);
  return root;
};

/** Replaces the text of a field, as a user does by typing. */
export const write = async (root: HTMLElement, field: string, text: string): Promise<void> => {
  const control = root.querySelector<HTMLInputElement>(field);
  if (control === null) throw new Error(`There is no ${field}.`);
  await act(() => {
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
};
