// Copies a text, and says that it did.
/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.js';

const SAY_MS = 2_000;

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as in "Copy address". */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SAY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    // Missing where the page is neither on TLS nor on this machine.
    (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setState('done'),
      () => setState('failed'),
    );
  return (
    <button type="button" class="copy" title={`Copy ${what}`} onClick={copy} data-state={state}>
      <Icon name={state === 'done' ? 'check' : 'copy'} />
      <span class="hidden" aria-live="polite">
        {state === 'done'
          ? 'Copied'
          : state === 'failed'
            ? 'Select and copy it by hand'
            : `Copy ${what}`}
      </span>
    </button>
  );
}
