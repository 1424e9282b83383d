// The button that repeats a failed request. It is removed when that succeeds: the focus then moves to the view.
/** @jsxImportSource preact */
import { focusMain, useFocusBefore } from '../state/focus-before.js';

export const TryAgain = ({ askAgain }: { readonly askAgain: () => void }) => (
  <button ref={useFocusBefore(focusMain)} type="button" class="button" onClick={askAgain}>
    Try again
  </button>
);
