// Deletes something for good, after a confirmation.
/** @jsxImportSource preact */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface DeleteButtonProps {
  /** What is deleted: "chart". */
  readonly what: string;
  readonly isRunning: boolean;
  readonly onDelete: () => void;
}

export function DeleteButton({ what, isRunning, onDelete }: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  // The focus moves to the button that is safe to press: "Keep it", or the first one again. A layout effect does so
  // at once: with an ordinary one, pressing Enter twice could be faster than the focus.
  useLayoutEffect(() => {
    if (isAsking !== wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button ref={first} type="button" class="button quiet" onClick={() => setAsking(true)}>
        Delete the {what}
      </button>
    );
  }
  return (
    <span class="sure">
      <button ref={first} type="button" class="button" onClick={() => setAsking(false)}>
        Keep it
      </button>
      <button type="button" class="button danger" aria-disabled={isRunning} onClick={onDelete}>
        Delete the {what} for good
      </button>
    </span>
  );
}
