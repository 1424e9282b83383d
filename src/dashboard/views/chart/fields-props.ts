// What the fields of each type of chart are given.
import type { ChartSettings } from '../../../protocol/boards/chart.js';
import type { ChartDraft } from '../../state/chart-draft.js';

export interface FieldsProps {
  readonly draft: ChartDraft;
  readonly onChange: (change: Partial<ChartDraft>) => void;
  /** Changes some of the settings. */
  readonly onSet: (change: Partial<ChartSettings>) => void;
}
