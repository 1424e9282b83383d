// What a board or a chart is called, and what it is for.
/** @jsxImportSource preact */
import { TextField } from './field.js';

export interface TitleFieldsProps {
  readonly title: string;
  readonly description: string;
  readonly onChange: (change: { readonly title?: string; readonly description?: string }) => void;
}

export const TitleFields = ({ title, description, onChange }: TitleFieldsProps) => (
  <>
    <TextField
      title="Title"
      name="title"
      value={title}
      isRequired
      pattern=".*\S.*"
      maxLength={200}
      onType={(typed) => onChange({ title: typed })}
    />
    <TextField
      title="Description"
      value={description}
      maxLength={2_000}
      onType={(typed) => onChange({ description: typed })}
    />
  </>
);
