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

async function write(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Missing where the page is neither on TLS nor on this machine, or denied.
    return copySelected(text, button);
  }
}

/** In the old way: from a field that is there for a moment, beside the button, since a dialog keeps the focus. */
function copySelected(text: string, button: HTMLElement): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden';
  button.after(field);
  field.focus({ preventScroll: true });
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SAY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async ({ currentTarget: button }: { readonly currentTarget: HTMLElement }) =>
    setState((await write(text, button)) ? 'done' : 'failed');
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
