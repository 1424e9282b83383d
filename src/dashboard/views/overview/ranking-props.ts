// The properties of a ranking, shared by its panel and by the dialog with all of its rows.
import type { ComponentChildren } from 'preact';
import type { Counted, Filter } from '../../state/place.js';
import type { Ranked } from '../../state/ranked-rows.js';

/** A call of the client: awaited it gives the first page of rows, with `toArray` all of them. */
export interface RowsCall<Row> extends PromiseLike<{ readonly data: readonly Row[] }> {
  toArray(bound: { readonly limit: number }): Promise<readonly Row[]>;
}

export interface RankingProps<Row> {
  /** Name of the ranking in the page's address, while all of its rows are shown. */
  readonly id: string;
  readonly title: string;
  /** Heading of the column of names. */
  readonly head: string;
  /** What else the rows depend on, besides days and filters: a change of it reads them again. */
  readonly by?: string;
  readonly actions?: ComponentChildren;
  readonly ask: (limit: number, signal: AbortSignal) => RowsCall<Row>;
  readonly ranked: (counted: Counted) => Ranked<Row>;
  /** Draws the name of a row. Default: its name as text. */
  readonly show?: (row: Row) => ComponentChildren;
  /** The filter that a click on a row adds. Default: rows cannot be clicked. */
  readonly filterOf?: (row: Row) => Filter | undefined;
  readonly empty: ComponentChildren;
}
