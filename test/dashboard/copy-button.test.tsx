// @vitest-environment happy-dom
// Copies also on a page without HTTPS, and says so if that fails.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { expect, it, vi } from 'vitest';
import { CopyButton } from '../../src/dashboard/parts/copy-button.js';
import { mount } from './render.js';

it.each([
  [true, 'Copied'],
  [false, 'Copying failed'],
])('without a clipboard, execCommand returning %s shows "%s"', async (isCopied, words) => {
  vi.stubGlobal('navigator', { language: 'en-US' });
  const copied: (string | undefined)[] = [];
  document.execCommand = () => {
    const field = document.activeElement;
    copied.push(field instanceof HTMLTextAreaElement ? field.value : undefined);
    return isCopied;
  };
  const root = await mount(
    <dialog open>
      <CopyButton text="0x1" what="address" />
    </dialog>,
  );
  const button = root.querySelector('button');
  button?.focus();
  await act(async () => button?.click());
  expect(copied).toEqual(['0x1']);
  expect(button?.textContent).toBe(words);
  expect(root.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(button);
});
