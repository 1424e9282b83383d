// A row of short texts that cannot be clicked.
/** @jsxImportSource preact */

export interface ChipsProps {
  /** Says what the texts are, for screen readers. */
  readonly label: string;
  readonly words: readonly string[];
}

export const Chips = ({ label, words }: ChipsProps) => (
  <ul class="labels" aria-label={label}>
    {words.map((one, at) => (
      <li key={String(at)} class="chip">
        <span>{one}</span>
      </li>
    ))}
  </ul>
);
