// What a ranking is told: the same for its first rows and for all of them.
import type { ComponentChildren } from 'preact';
import type { Counted, Filter } from '../../state/place.js';
import type { Ranked } from '../../state/ranked-rows.js';

/** A page of rows, or all of them. */
export interface RowsCall<Row> extends PromiseLike<{ readonly data: readonly Row[] }> {
  toArray(bound: { readonly limit: number }): Promise<readonly Row[]>;
}

export interface RankingProps<Row> {
  /** In the address, where all of it is shown. */
  readonly id: string;
  readonly title: string;
  /** Of the column of names. */
  readonly head: string;
  /** Changes what is asked, beside days and filters. */
  readonly by?: string;
  readonly actions?: ComponentChildren;
  readonly ask: (limit: number, signal: AbortSignal) => RowsCall<Row>;
  readonly ranked: (counted: Counted) => Ranked<Row>;
  /** Instead of the name alone. */
  readonly show?: (row: Row) => ComponentChildren;
  /** What narrows everything to a row; without, nothing does. */
  readonly filterOf?: (row: Row) => Filter | undefined;
  readonly empty: ComponentChildren;
}
