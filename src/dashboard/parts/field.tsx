// A field of a form under its name, and one that chooses of a list.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

export interface FieldProps {
  readonly title: string;
  /** What it is for, where the title leaves that open. */
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Field({ title, note, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: what stands in it is the control
    <label class="field">
      <span>{title}</span>
      {children}
      {note !== undefined && <span class="note">{note}</span>}
    </label>
  );
}

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly name: string;
}

export interface SelectFieldProps<Value extends string> extends Omit<FieldProps, 'children'> {
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
}

export const SelectField = <Value extends string>({
  value,
  choices,
  onChoose,
  ...field
}: SelectFieldProps<Value>) => (
  <Field {...field}>
    <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.name}
        </option>
      ))}
    </select>
  </Field>
);

/** The entries of a table of names. */
export const choicesOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  Object.entries(names).map(([value, name]) => ({ value, name })) as Choice<Value>[];
