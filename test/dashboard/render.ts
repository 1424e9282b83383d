// A part of the dashboard in a page of its own.
import { type ComponentChildren, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';

/** Shows something else in its place. */
export const remount = (root: HTMLElement, part: ComponentChildren): Promise<void> =>
  act(async () => render(part, root));

/** Gone at the end of the test. */
export const mount = async (part: ComponentChildren): Promise<HTMLElement> => {
  const root = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => {
    render(null, root);
    root.remove();
  });
  await remount(root, part);
  return root;
};

/** As somebody types it, in place of what is there. */
export const write = async (root: HTMLElement, field: string, text: string): Promise<void> => {
  const control = root.querySelector<HTMLInputElement>(field);
  if (control === null) throw new Error(`There is no ${field}.`);
  await act(() => {
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
};
