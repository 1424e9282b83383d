// Says that a form holds an unsaved draft from earlier, and offers to discard it.
/** @jsxImportSource preact */

export const Restored = ({ onAnew }: { readonly onAnew: () => void }) => (
  <p class="note restored">
    Your unsaved changes were restored.{' '}
    <button type="button" class="as-link" onClick={onAnew}>
      Discard them
    </button>
  </p>
);
