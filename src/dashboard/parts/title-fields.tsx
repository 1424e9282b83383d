// What a board or a chart is called, and what it is for.
/** @jsxImportSource preact */
import { Field } from './field.js';

export interface TitleFieldsProps {
  readonly title: string;
  readonly description: string;
  readonly onChange: (change: { readonly title?: string; readonly description?: string }) => void;
}

export const TitleFields = ({ title, description, onChange }: TitleFieldsProps) => (
  <>
    <Field title="Title">
      {(control) => (
        <input
          {...control}
          type="text"
          name="title"
          value={title}
          required
          pattern=".*\S.*"
          maxLength={200}
          autocomplete="off"
          onInput={(event) => onChange({ title: event.currentTarget.value })}
        />
      )}
    </Field>
    <Field title="Description">
      {(control) => (
        <input
          {...control}
          type="text"
          value={description}
          maxLength={2_000}
          autocomplete="off"
          onInput={(event) => onChange({ description: event.currentTarget.value })}
        />
      )}
    </Field>
  </>
);
