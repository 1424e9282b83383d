// Copies a text to the clipboard, and says whether that worked.
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
    // Browsers deny the clipboard API, or lack it on pages that are neither on HTTPS nor on localhost.
    return copySelected(text, button);
  }
}

/**
 * Copies with `execCommand`, from a temporary field. That stands beside the button: in an open dialog, a field
 * outside of it could not be focused.
 */
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
        {state === 'done' ? 'Copied' : state === 'failed' ? 'Copying failed' : `Copy ${what}`}
      </span>
    </button>
  );
}
