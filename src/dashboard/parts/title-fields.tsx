// The fields for the title and the description of a board, a chart or a segment.
/** @jsxImportSource preact */
import { NameField, TextField } from './field.js';

export interface TitleFieldsProps {
  readonly title: string;
  readonly description: string;
  readonly onChange: (change: { readonly title?: string; readonly description?: string }) => void;
}

export const TitleFields = ({ title, description, onChange }: TitleFieldsProps) => (
  <>
    <NameField
      title="Title"
      name="title"
      value={title}
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
