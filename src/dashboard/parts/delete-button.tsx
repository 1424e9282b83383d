// Deletes what cannot be brought back, once that is said a second time.
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
  // The focus stays where the hand is, on what is safe: with what is drawn, and not a frame later,
  // since a key that is pressed twice is pressed sooner.
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
