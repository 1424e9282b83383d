// The properties of the fields for each type of chart.
import type { ChartSettings } from '../../../protocol/boards/chart.js';
import type { ChartDraft } from '../../state/chart-draft.js';

export interface FieldsProps {
  readonly draft: ChartDraft;
  readonly onChange: (change: Partial<ChartDraft>) => void;
  /** Changes some settings of the chart. */
  readonly onSet: (change: Partial<ChartSettings>) => void;
}
