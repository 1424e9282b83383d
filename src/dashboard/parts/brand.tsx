// The logo and the name of Chaintrail.
/** @jsxImportSource preact */

export function Brand() {
  return (
    <p class="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M5 24 13 10l5 8 3-4 6 10z" />
      </svg>
      Chaintrail
    </p>
  );
}
