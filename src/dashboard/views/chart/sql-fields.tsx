// The fields of a chart with SQL: its query, and the columns of the answer that are drawn.
/** @jsxImportSource preact */
import { QUERY_MAX_LENGTH } from '../../../protocol/limits.js';
import { Field, SelectField } from '../../parts/field.js';
import { type Column, DRAWS } from '../../state/chart-draft.js';
import type { FieldsProps } from './fields-props.js';
import { TablesHelp } from './tables-help.js';

export interface SqlFieldsProps extends Pick<FieldsProps, 'draft' | 'onChange'> {
  readonly boardId: string;
  /** Columns of the last answer; empty before the first. */
  readonly columns: readonly Column[];
  readonly onRun: () => void;
}

const LINES = 9;

export function SqlFields({ boardId, draft, columns, onChange, onRun }: SqlFieldsProps) {
  return (
    <>
      <Field
        title="SQL query"
        note={
          <>
            A single SELECT. <code>{'{date_from}'}</code> and <code>{'{date_to}'}</code> stand for
            the chosen date range. Press Ctrl+Enter to run it.
          </>
        }
      >
        {(control) => (
          <textarea
            {...control}
            class="sql"
            rows={LINES}
            value={draft.query}
            required
            maxLength={QUERY_MAX_LENGTH}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            onInput={(event) => onChange({ query: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              onRun();
            }}
          />
        )}
      </Field>
      <TablesHelp boardId={boardId} />
      <Columns draft={draft} columns={columns} onChange={onChange} />
    </>
  );
}

function Columns({
  draft,
  columns,
  onChange,
}: Pick<SqlFieldsProps, 'draft' | 'columns' | 'onChange'>) {
  const draws = DRAWS[draft.type] ?? [];
  if (draws.length === 0) return null;
  return (
    <div class="field-row">
      {draws.includes('x') && (
        <ColumnField
          title="X axis"
          value={draft.x}
          columns={columns}
          onChoose={(x) => onChange({ x })}
        />
      )}
      {draws.includes('y') && (
        <ColumnField
          title="Value"
          value={draft.y[0] ?? ''}
          columns={columns}
          onChoose={(y) => onChange({ y: [y] })}
        />
      )}
      {draws.includes('group') && (
        <ColumnField
          title={draft.type === 'pie' ? 'Slices' : 'Group by'}
          value={draft.group}
          columns={columns}
          onChoose={(group) => onChange({ group })}
        />
      )}
      {draws.includes('ys') && <Drawn draft={draft} columns={columns} onChange={onChange} />}
    </div>
  );
}

interface ColumnFieldProps {
  readonly title: string;
  readonly value: string;
  readonly columns: readonly Column[];
  readonly onChoose: (name: string) => void;
}

const ColumnField = ({ columns, value, ...field }: ColumnFieldProps) => (
  <SelectField
    {...field}
    value={value}
    choices={namesOf(columns, [value]).map((name) => ({ value: name, name }))}
  />
);

/** Checkboxes for the drawn columns, in the order of the answer. */
function Drawn({
  draft,
  columns,
  onChange,
}: Pick<SqlFieldsProps, 'draft' | 'columns' | 'onChange'>) {
  const toggle = (name: string) => {
    const chosen = new Set(draft.y);
    if (!chosen.delete(name)) chosen.add(name);
    onChange({ y: namesOf(columns, draft.y).filter((one) => chosen.has(one)) });
  };
  return (
    <fieldset class="field">
      <legend>Y axis</legend>
      <span class="checks">
        {namesOf(columns, draft.y)
          .filter((name) => name !== draft.x)
          .map((name) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={draft.y.includes(name)}
                // At least one column must stay.
                disabled={draft.y.length === 1 && draft.y[0] === name}
                onChange={() => toggle(name)}
              />
              {name}
            </label>
          ))}
      </span>
    </fieldset>
  );
}

/** Of the answer's columns. Before the first answer those that are chosen, so that nothing moves when it comes. */
const namesOf = (columns: readonly Column[], chosen: readonly string[]): readonly string[] =>
  columns.length > 0 ? columns.map(({ name }) => name) : chosen;
