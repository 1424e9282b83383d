// The values that a field has held, offered to the input that names this list.
/** @jsxImportSource preact */
import { useFieldValues } from '../state/use-field-values.js';

export interface ValueListProps {
  readonly id: string;
  /** A field of filters; a property of an event offers nothing. */
  readonly field: string;
  /** What the field can be, where that is a short list of names; else what it has held. */
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
