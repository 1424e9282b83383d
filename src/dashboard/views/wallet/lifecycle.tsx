// A badge with the lifecycle stage of a wallet.
/** @jsxImportSource preact */
import type { Profile } from '../../../client/answers.js';

const MEANINGS: Readonly<Record<string, string>> = {
  New: 'First seen in the last 30 days',
  Returning: 'Came back',
  'Power user': 'Active on 5 or more of the last 30 days',
  Resurrected: 'Back after a long time away',
  'At Risk': 'Active last month, but not lately',
  Churned: 'Not seen for 30 days or more',
};

export function Lifecycle({ stage }: { readonly stage: Profile['lifecycle'] }) {
  if (stage === null) return <span class="muted">unknown</span>;
  return (
    <span class="badge" data-stage={stage} title={MEANINGS[stage]}>
      {stage}
    </span>
  );
}
