// Requests to wallets with their outcomes, and the wallet apps that visitors connected.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { formatCount } from '../../format/numbers.js';
import { BarList } from '../../parts/bar-list.js';
import { CountAndShare } from '../../parts/count-and-share.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import {
  type Requests,
  type RequestType,
  readRequests,
  type WalletRequests,
} from '../../state/read-requests.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { type Answer, useAnswer } from '../../state/use-answer.js';
import { NOTHING_MATCHES } from './nothing-matches.js';
import { SHOWN } from './ranking.js';

const NAMES: Readonly<Record<RequestType, string>> = {
  connect: 'Connection',
  signature: 'Signature',
  transaction: 'Transaction',
};

interface Read {
  /** Undefined when a filter cannot be applied to these figures. */
  readonly read: WalletRequests | undefined;
  readonly isFiltered: boolean;
}

/** Both panels show parts of the same answer. */
export function WalletRequestsPanels() {
  const { client } = useSession();
  const { days, query, filters, key } = useScope();
  const answer = useAnswer(key, async (signal) => {
    const read = await readRequests(client, { days, query, filters }, { signal });
    return { read, isFiltered: filters.length > 0 };
  });
  return (
    <>
      <Panel title="Wallet requests" note="Requests to wallets and their outcomes" span={8}>
        <WhatWasRead answer={answer}>
          {({ requests }, isFiltered) =>
            requests.length === 0 ? (
              <Empty>{nothingOf(isFiltered)}</Empty>
            ) : (
              <DataTable
                caption="Wallet requests"
                rows={requests}
                keyOf={({ type }) => type}
                columns={COLUMNS}
              />
            )
          }
        </WhatWasRead>
      </Panel>
      <Panel title="Wallet apps" span={4}>
        <WhatWasRead answer={answer}>
          {({ apps }, isFiltered) => (
            <BarList
              caption="Wallet apps"
              heads={['App', 'Wallets', 'Visitors']}
              rows={apps.slice(0, SHOWN).map(({ name, wallets, visitors }) => ({
                ...{ key: name, name: name || 'Unknown' },
                ...{ value: wallets, extra: visitors },
              }))}
              empty={nothingOf(isFiltered)}
            />
          )}
        </WhatWasRead>
      </Panel>
    </>
  );
}

const nothingOf = (isFiltered: boolean): string =>
  isFiltered ? NOTHING_MATCHES : 'No wallet requests in this period.';

interface WhatWasReadProps {
  readonly answer: Answer<Read>;
  readonly children: (read: WalletRequests, isFiltered: boolean) => ComponentChildren;
}

const WhatWasRead = ({ answer, children }: WhatWasReadProps) => (
  <Answered answer={answer} lines={SHOWN}>
    {({ read, isFiltered }) =>
      read === undefined ? (
        <Empty>Not available with these filters.</Empty>
      ) : (
        children(read, isFiltered)
      )
    }
  </Answered>
);

const shared = (title: string, count: (row: Requests) => number): Column<Requests> => ({
  ...{ title, isNumber: true },
  cell: (row) => (
    <CountAndShare count={count(row)} share={row.asked > 0 ? count(row) / row.asked : undefined} />
  ),
});

const COLUMNS: readonly Column<Requests>[] = [
  { title: 'Type', isName: true, cell: ({ type }) => NAMES[type] },
  { title: 'Requests', isNumber: true, cell: ({ asked }) => formatCount(asked) },
  shared('Completed', ({ done }) => done),
  shared('Rejected', ({ rejected }) => rejected),
  shared('Failed', ({ failed }) => failed),
];
