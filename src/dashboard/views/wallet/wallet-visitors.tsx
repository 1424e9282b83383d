// The visitors that connected a wallet, the latest first.
/** @jsxImportSource preact */
import type { Profile } from '../../../client/answers.js';
import { formatCount } from '../../format/numbers.js';
import { MoreVisitors } from '../../parts/more-visitors.js';
import { Answered } from '../../parts/panel.js';
import { RelativeTime } from '../../parts/relative-time.js';
import { VisitorLink } from '../../parts/visitor-link.js';
import { toDay } from '../../state/date-range.js';
import { readVisitors, type VisitorRow, withWalletSql } from '../../state/read-visitors.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

export function WalletVisitors({ profile }: { readonly profile: Profile }) {
  const { client } = useSession();
  const { key } = useScope();
  const { address, activity_dates: active } = profile;
  const answer = useAnswer(`${address} ${key}`, (signal) => {
    const today = toDay(Date.now());
    // Whatever days are chosen, as all else that the page says about the wallet.
    const days = { date_from: active?.[0] ?? today, date_to: today };
    return readVisitors(client, { where: withWalletSql(address), days }, { signal });
  });
  return (
    <Answered answer={answer} lines={1}>
      {(found) => {
        const list = found.data.map((row) => <WalletVisitor key={row.anonymous_id} {...row} />);
        // Folded, they take one line, however many they are: what stands below does not move when they come.
        return list.length > 1 ? (
          <details>
            <summary>{formatCount(found.total)} visitors</summary>
            <ul>{list}</ul>
            <MoreVisitors {...found} />
          </details>
        ) : (
          <ul>{list[0] ?? <li>none</li>}</ul>
        );
      }}
    </Answered>
  );
}

function WalletVisitor({ anonymous_id: id, first_ms: first, last_ms: last }: VisitorRow) {
  const { date_from, date_to } = useScope().days;
  const [from, to] = [toDay(first), toDay(last)];
  // The page of a visitor covers the chosen days, which may have none of its events.
  const range = date_from <= to && to <= date_to ? {} : { range: { from, to } };
  return (
    <li>
      <VisitorLink id={id} to={range} />{' '}
      <span class="note">
        <RelativeTime at={last} />
      </span>
    </li>
  );
}
