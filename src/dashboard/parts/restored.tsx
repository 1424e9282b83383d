// Says that a form holds what was written before, and leads back to its beginning.
/** @jsxImportSource preact */

export const Restored = ({ onAnew }: { readonly onAnew: () => void }) => (
  <p class="note restored">
    This is what you had not saved.{' '}
    <button type="button" class="as-link" onClick={onAnew}>
      Begin anew
    </button>
  </p>
);
