// The tables that a query may read, with their columns. They are read from the server when this is opened.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Answered } from '../../parts/panel.js';
import { inTurns } from '../../state/in-turns.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

const TABLES = ['events', 'sessions', 'wallet_profiles', 'labels'] as const;
/** The server runs only a few charts of a project at the same time, and the preview needs a place, too. */
const AT_ONCE = 2;

export function TablesHelp({ boardId }: { readonly boardId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="tables" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Tables and columns</summary>
      {isOpen && <Tables boardId={boardId} />}
      <p class="note">
        See{' '}
        <a href="/docs/asking" target="_blank" rel="noopener">
          API and SQL
        </a>{' '}
        in the docs.
      </p>
    </details>
  );
}

function Tables({ boardId }: { readonly boardId: string }) {
  const { client } = useSession();
  const answer = useAnswer('tables', (signal) =>
    inTurns(TABLES, AT_ONCE, async (table) => {
      const { meta } = await client.charts.preview(
        boardId,
        { chart_type: 'table', title: table, query: `SELECT * FROM ${table} LIMIT 1` },
        { signal },
      );
      return { table, meta };
    }),
  );
  return (
    <Answered answer={answer} lines={TABLES.length}>
      {(tables) => (
        <dl>
          {tables.map(({ table, meta }) => (
            <div key={table}>
              <dt>
                <code>{table}</code>
              </dt>
              <dd>
                {meta.map(({ name, type }) => (
                  <code key={name} title={type}>
                    {name}
                  </code>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Answered>
  );
}
