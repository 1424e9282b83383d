// A field of a form under its name, and one that chooses of a list.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Ties a control to the title and the note of its field. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
}

export interface FieldProps {
  readonly title: string;
  /** What it is for, where the title leaves that open. */
  readonly note?: ComponentChildren;
  readonly children: (control: ControlProps) => ComponentChildren;
}

export function Field({ title, note, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div class="field">
      <label for={id}>{title}</label>
      {children({ id, ...(note !== undefined && { 'aria-describedby': noteId }) })}
      {note !== undefined && (
        <p id={noteId} class="note">
          {note}
        </p>
      )}
    </div>
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
    {(control) => (
      <select
        {...control}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value as Value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** The entries of a table of names. */
export const choicesOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  Object.entries(names).map(([value, name]) => ({ value, name })) as Choice<Value>[];
