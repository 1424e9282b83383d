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

/** For a button that removes itself: calls `focusBefore` when it is removed while it has the focus. */
export function useFocusBefore() {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(
    () => () => {
      const button = ref.current;
      if (button !== null && button === document.activeElement) focusBefore(button);
    },
    [],
  );
  return ref;
}
