// Short words beside each other, to be read alone.
/** @jsxImportSource preact */

export interface ChipsProps {
  /** What they are, for those who hear the page. */
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
