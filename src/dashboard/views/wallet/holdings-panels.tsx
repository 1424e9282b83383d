// What a wallet holds on chains, as far as the server has enrichment of it.
/** @jsxImportSource preact */
import type { Profile } from '../../../client/answers.js';
import { chainName } from '../../format/names.js';
import { formatCount } from '../../format/numbers.js';
import { DataTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/panel.js';

export function HoldingsPanels({ profile }: { readonly profile: Profile }) {
  const { chains = [], tokens = [], apps = [] } = profile;
  return (
    <>
      {chains.length > 0 && (
        <Panel title="Chains" span={4}>
          <DataTable
            caption="Chains"
            rows={chains}
            columns={[
              { title: 'Chain', isName: true, cell: (row) => chainName(row.chain_id) },
              { title: 'USD', isNumber: true, amount: (row) => row.net_worth_usd },
              { title: 'Transactions', isNumber: true, cell: (row) => formatCount(row.tx_count) },
            ]}
          />
        </Panel>
      )}
      {tokens.length > 0 && (
        <Panel title="Tokens" span={4}>
          <DataTable
            caption="Tokens"
            rows={tokens}
            columns={[
              { title: 'Token', isName: true, cell: (row) => row.symbol || row.name },
              { title: 'Chain', cell: (row) => chainName(row.chain_id) },
              {
                title: 'Balance',
                isNumber: true,
                amount: (row) => Number(row.balance),
              },
              { title: 'USD', isNumber: true, amount: (row) => row.balance_usd },
            ]}
          />
        </Panel>
      )}
      {apps.length > 0 && (
        <Panel title="Apps" span={4}>
          <DataTable
            caption="Apps"
            rows={apps}
            columns={[
              { title: 'App', isName: true, cell: (row) => row.name },
              { title: 'Chain', cell: (row) => chainName(row.chain_id) },
              { title: 'USD', isNumber: true, amount: (row) => row.balance_usd },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
