// Where the focus goes when what holds it is taken away: else whoever came by keyboard begins at the top again.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** To the button before this part of the page. */
export function focusBefore(part: Node): void {
  const before = [...document.querySelectorAll('button')].filter(
    (button) => button.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  before.at(-1)?.focus();
}

/** The same of a button that takes itself away, once it goes. */
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
