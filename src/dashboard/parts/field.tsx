// Labelled fields of forms: for a choice, a text, a name and a number.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Named } from '../format/named.js';
import { Options } from './options.js';

/** Attributes that connect a control with the label and the note of its field. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
}

export interface FieldProps {
  readonly title: string;
  /** Explains the field, where the title does not say enough. */
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

export interface SelectFieldProps<Value extends string> extends Omit<FieldProps, 'children'> {
  readonly value: Value;
  readonly choices: readonly Named<Value>[];
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
        <Options of={choices} />
      </select>
    )}
  </Field>
);

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  /** In characters. */
  readonly maxLength?: number;
  readonly name?: string;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** A regular expression that the whole text must match. */
  readonly pattern?: string;
  readonly placeholder?: string;
  readonly onType: (value: string) => void;
}

/** A line of text. */
export const TextField = (props: TextFieldProps) => {
  const { value, maxLength, name, pattern, placeholder, onType, ...rest } = props;
  const { isRequired = false, isDisabled = false, ...field } = rest;
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          {...{ name, pattern, maxLength, placeholder }}
          type="text"
          value={value}
          required={isRequired}
          disabled={isDisabled}
          autocomplete="off"
          onInput={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  );
};

export interface NameFieldProps {
  /** Default: Name. */
  readonly title?: string;
  readonly name?: string;
  readonly value: string;
  readonly onType: (value: string) => void;
}

/** A required line of text, which must not consist of spaces only. */
export const NameField = ({ title = 'Name', ...field }: NameFieldProps) => (
  <TextField {...field} title={title} isRequired pattern=".*\S.*" maxLength={200} />
);

export interface NumberFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: number;
  readonly minimum: number;
  readonly maximum?: number;
  /** Called with NaN while the field is empty; `required` keeps the form from being sent then. */
  readonly onType: (value: number) => void;
}

/** A whole number. */
export const NumberField = ({ value, minimum, maximum, onType, ...field }: NumberFieldProps) => (
  <Field {...field}>
    {(control) => (
      <input
        {...control}
        type="number"
        required
        min={minimum}
        max={maximum}
        step={1}
        value={value}
        onInput={({ currentTarget: { valueAsNumber } }) => onType(valueAsNumber)}
      />
    )}
  </Field>
);
