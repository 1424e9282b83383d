// The filters and the order of the list of wallets.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { LIFECYCLES } from '../../../protocol/profiles/profile-fields.js';
import type { Segment } from '../../../protocol/segments/segment.js';
import { type Named, withChosen } from '../../format/named.js';
import { AddButton } from '../../parts/add-button.js';
import { Options } from '../../parts/options.js';
import { ifAllowed } from '../../state/if-allowed.js';
import { useMay, useProjectChoices } from '../../state/key.js';
import { canBeSegment, type SegmentDraft, segmentDraftOf } from '../../state/segment-draft.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { useSegments } from '../../state/use-segments.js';
import { useWalletList } from '../../state/use-wallet-list.js';
import { readWalletChoices } from '../../state/wallet-choices.js';
import {
  isNarrowed,
  isOrder,
  ORDERS,
  parseWalletList,
  type WalletList,
} from '../../state/wallet-list.js';
import { SegmentDialog } from './segment-dialog.js';
import { SegmentPanel } from './segment-panel.js';

export function WalletFilters() {
  const { client } = useSession();
  const { list, choose, hrefOf } = useWalletList();
  const projects = useProjectChoices();
  const mayWrite = useMay('segments:write');
  const mayReadSegments = useMay('segments:read');
  /** The initial draft of a new segment, as of when its form was opened; undefined while it is closed. */
  const [begin, setBegin] = useState<SegmentDraft>();
  /** How often segments were created or deleted here; each time, the choices are read again. */
  const [writes, setWrites] = useState(0);
  const segments = useSegments(writes);
  // Read only once: the choices do not depend on the days, and take three queries.
  const { data } = useAnswer('choices', (signal) => readWalletChoices(client, { signal }));
  const { labels = [], campaigns = [], referrers = [] } = data ?? {};
  // The searched text does not count as a filter here: it has a field of its own.
  const isChosen = isNarrowed({ ...list, find: '' });
  const segment = useSegment(list.segment);
  const written = (change: Partial<WalletList>) => {
    setBegin(undefined);
    setWrites((before) => before + 1);
    choose(change);
  };
  return (
    <>
      <section class="narrow" aria-label="Filter and sort">
        <Choose title="Stage" value={list.stage} onChoose={(stage) => choose(parsed({ stage }))}>
          <option value="">Any</option>
          {LIFECYCLES.map((stage) => (
            <option key={stage}>{stage}</option>
          ))}
        </Choose>
        {(projects.length > 1 || list.project !== '') && (
          <Choose title="Project" value={list.project} onChoose={(project) => choose({ project })}>
            <option value="">All</option>
            <Options of={withChosen(projects, list.project)} />
          </Choose>
        )}
        {(mayReadSegments || list.segment !== '') && (
          <Choose title="Segment" value={list.segment} onChoose={(segment) => choose({ segment })}>
            <option value="">Any</option>
            <Options of={withChosen(segments, list.segment)} />
          </Choose>
        )}
        {/* Also without any labels, and before they are known: it would move the rest if it came late. */}
        <Choose title="Label" value={list.label} onChoose={(label) => choose({ label })}>
          <option value="">Any</option>
          <Options of={withChosen(labels, list.label)} />
        </Choose>
        <Choose title="Source" value={list.source} onChoose={(source) => choose({ source })}>
          <option value="">Any</option>
          <option value="direct">Direct</option>
          <Group title="Campaign sources" of={withSource(campaigns, list.source, 'utm:')} />
          <Group title="Referrers" of={withSource(referrers, list.source, 'ref:')} />
        </Choose>
        <Choose
          title="Sort by"
          isWide
          value={`${list.order} ${list.dir}`}
          onChoose={(text) => {
            const [order = '', dir] = text.split(' ');
            if (isOrder(order)) choose({ order, dir: dir === 'asc' ? 'asc' : 'desc' });
          }}
        >
          {Object.entries(ORDERS).flatMap(([order, title]) => [
            <option
              key={order}
              value={`${order} desc`}
            >{`${title}: ${ends(order)[0]} first`}</option>,
            <option key={`${order} asc`} value={`${order} asc`}>
              {`${title}: ${ends(order)[1]} first`}
            </option>,
          ])}
        </Choose>
        {isChosen && (
          <a
            class="button quiet"
            href={hrefOf({ stage: '', project: '', segment: '', label: '', source: '' })}
          >
            Remove filters
          </a>
        )}
        {mayWrite && (
          <AddButton
            isQuiet
            // The new segment begins with the conditions of the chosen one, once they are known.
            isDisabled={list.segment !== '' && segment === undefined}
            onAdd={() => setBegin(segmentDraftOf(list, projects[0]?.value ?? '', segment))}
          >
            {list.segment === '' && canBeSegment(list) ? 'Save as a segment' : 'New segment'}
          </AddButton>
        )}
      </section>
      {segment !== undefined && (
        <SegmentPanel segment={segment} onDeleted={() => written({ segment: '' })} />
      )}
      {begin !== undefined && (
        <SegmentDialog
          begin={begin}
          labels={labels}
          onClose={() => setBegin(undefined)}
          onSaved={(id, project) =>
            written({
              segment: id,
              // A segment is only found in its own project, so a list of another one must change to that.
              ...(list.project !== '' && { project }),
              // The filters are conditions of the segment now, unless it joins conditions by "or".
              ...(segment?.logic !== 'or' && { stage: '', label: '', source: '' }),
            })
          }
        />
      )}
    </>
  );
}

/** The chosen segment; undefined when the key may not read it. */
function useSegment(id: string): Segment | undefined {
  const { client } = useSession();
  const { data } = useAnswer(`segment ${id}`, (signal) =>
    ifAllowed(async () =>
      id === '' ? [] : [(await client.segments.retrieve(id, { signal })) as Segment],
    ),
  );
  return data?.find((segment) => segment.id === id);
}

const parsed = ({ stage }: { readonly stage: string }) => ({
  stage: parseWalletList({ stage }).stage,
});

const ends = (order: string) =>
  order.endsWith('_seen') ? ['latest', 'earliest'] : ['highest', 'lowest'];

/** Adds the chosen source to the choices, if it is of the kind with this prefix. */
const withSource = (choices: readonly Named[], source: string, prefix: string): readonly Named[] =>
  source.startsWith(prefix) ? withChosen(choices, source, source.slice(prefix.length)) : choices;

interface ChooseProps {
  readonly title: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  /** For choices with long names. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

const Choose = ({ title, value, onChoose, isWide = false, children }: ChooseProps) => (
  <label class="inline-select" data-wide={isWide}>
    <span>{title}</span>
    <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {children}
    </select>
  </label>
);

const Group = ({ title, of }: { readonly title: string; readonly of: readonly Named[] }) =>
  of.length === 0 ? null : (
    <optgroup label={title}>
      <Options of={of} />
    </optgroup>
  );
