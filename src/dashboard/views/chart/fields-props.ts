// What the fields of each type of chart are given.
import type { ChartDraft } from '../../state/chart-draft.js';

export interface FieldsProps {
  readonly draft: ChartDraft;
  readonly onChange: (change: Partial<ChartDraft>) => void;
  /** Of the app's own events, to be chosen from. */
  readonly eventNames: readonly string[];
}
