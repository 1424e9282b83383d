// Moves the focus when the focused element is removed. Browsers would drop it, and keyboard users would have to
// start again at the top of the page.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Focuses the last button before this part of the page. */
export function focusBefore(part: Node): void {
  const before = [...document.querySelectorAll('button')].filter(
    (button) => button.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  before.at(-1)?.focus();
}

/** Focuses the view, from where the next Tab leads to its first control. */
export const focusMain = () => document.querySelector('main')?.focus({ preventScroll: true });

/** For a button that removes itself: moves the focus when it is removed while it has the focus. */
export function useFocusBefore(move: (button: HTMLElement) => void = focusBefore) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(
    () => () => {
      const button = ref.current;
      if (button !== null && button === document.activeElement) move(button);
    },
    [move],
  );
  return ref;
}
