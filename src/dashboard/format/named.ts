// Values with what people call them.

export interface Named<Value extends string = string> {
  /** As the API or the address has it. */
  readonly value: Value;
  readonly name: string;
}

/** With the one that is chosen, also where the list lacks it; empty: none is. */
export const withChosen = (
  choices: readonly Named[],
  value: string,
  name = value,
): readonly Named[] =>
  value === '' || choices.some((one) => one.value === value)
    ? choices
    : [...choices, { value, name }];

/** The entries of a table of names. */
export const namedOf = <Value extends string>(
  names: Readonly<Record<Value, string>>,
): readonly Named<Value>[] =>
  Object.entries(names).map(([value, name]) => ({ value, name })) as Named<Value>[];
