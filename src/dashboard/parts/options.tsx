// The choices of a list.
/** @jsxImportSource preact */
import type { Named } from '../format/named.js';

export const Options = ({ of }: { readonly of: readonly Named[] }) =>
  of.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
