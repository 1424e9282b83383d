// Whether an alert looks, as a badge.
/** @jsxImportSource preact */

export const AlertStatus = ({ status }: { readonly status: string }) =>
  status === 'active' ? (
    <span class="badge" data-stage="New">
      Active
    </span>
  ) : (
    <span class="badge">Paused</span>
  );
