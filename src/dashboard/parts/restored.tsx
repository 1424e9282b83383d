// Says that a form holds an unsaved draft from earlier, and offers to discard it.
/** @jsxImportSource preact */

export const Restored = ({ onAnew }: { readonly onAnew: () => void }) => (
  <p class="note restored">
    This is what you had not saved.{' '}
    <button type="button" class="as-link" onClick={onAnew}>
      Begin anew
    </button>
  </p>
);
