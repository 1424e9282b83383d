// Saves rows as a CSV file, and says when that failed.
/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { explainError } from '../format/explain-error.js';
import { Icon } from './icon.js';

export interface ExportButtonProps {
  /** Name of the file, without the date and the extension. */
  readonly name: string;
  /** What is saved, as in "Export wallets". */
  readonly what: string;
  /** Says how many rows are saved, if not all: "the first 10,000". */
  readonly bound?: string;
  /** Makes the text of the file. */
  readonly read: (signal: AbortSignal) => Promise<string> | string;
}

/** Saves the text by a link to a blob: it is not sent to any server. */
function save(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the blob only after the click: revoking its URL at once would leave them nothing to save.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function ExportButton({ name, what, bound, read }: ExportButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [fault, setFault] = useState<string>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    if (state === 'busy') return;
    const controller = new AbortController();
    running.current = controller;
    setFault(undefined);
    setState('busy');
    try {
      const text = await read(controller.signal);
      if (controller.signal.aborted) return;
      save(text, `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
      setState('done');
    } catch (error) {
      if (controller.signal.aborted) return;
      setFault(`${explainError(error).title}. Nothing was saved.`);
      setState('idle');
    }
  };

  return (
    <span class="export">
      <button type="button" class="button" aria-disabled={state === 'busy'} onClick={run}>
        <Icon name="save" />
        {state === 'busy' ? 'Exporting…' : 'Export CSV'}
        <span class="hidden">: {what}</span>
      </button>
      {bound !== undefined && <span class="note">Exports {bound}.</span>}
      <span class="hidden" role="status">
        {state === 'done' ? `Saved ${what}` : ''}
      </span>
      {fault !== undefined && (
        <span class="form-fault" role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}
