// A button that opens a small form below it; Escape and a click elsewhere close it.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';

export interface PopoverProps {
  readonly label: ComponentChildren;
  readonly icon: IconName;
  /** Accessible name of the opened part. */
  readonly title: string;
  readonly children: (close: () => void) => ComponentChildren;
}

export function Popover({ label, icon, title, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  // A layout effect listens as soon as the form is in the page: Escape must work from its first moment.
  useLayoutEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('[role=dialog] :is(button, input, select)')?.focus();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div class="popover" ref={root}>
      <button
        ref={button}
        type="button"
        class="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} />
        {label}
      </button>
      {isOpen && (
        <div class="popover-body" id={id} role="dialog" aria-label={title}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
