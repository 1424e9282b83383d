// A part of the dashboard in a page of its own.
import { type ComponentChildren, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';

/** Gone at the end of the test. */
export const mount = async (part: ComponentChildren): Promise<HTMLElement> => {
  const root = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => {
    render(null, root);
    root.remove();
  });
  await act(async () => render(part, root));
  return root;
};
