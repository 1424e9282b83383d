// The options of a `<select>`.
/** @jsxImportSource preact */
import type { Named } from '../format/named.js';

export const Options = ({ of }: { readonly of: readonly Named[] }) =>
  of.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
