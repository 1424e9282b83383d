// A `<datalist>` that suggests the values of a field to an input.
/** @jsxImportSource preact */
import { useFieldValues } from '../state/use-field-values.js';

export interface ValueListProps {
  readonly id: string;
  /** A field of filters. For a property of an event there are no suggestions. */
  readonly field: string;
  /** Names to suggest, for a field with a short list of values. Default: the values that the field had lately. */
  readonly names?: readonly string[] | undefined;
}

export function ValueList({ id, field, names }: ValueListProps) {
  const seen = useFieldValues(field);
  return (
    <datalist id={id}>
      {(names ?? seen).map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}
