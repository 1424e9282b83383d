// A badge that says whether an alert is active or paused.
/** @jsxImportSource preact */

export const AlertStatus = ({ status }: { readonly status: string }) =>
  status === 'active' ? (
    <span class="badge" data-stage="New">
      Active
    </span>
  ) : (
    <span class="badge">Paused</span>
  );
