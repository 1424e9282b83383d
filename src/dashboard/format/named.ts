// Values together with their names for users.

export interface Named<Value extends string = string> {
  /** The value as the API or the page's address has it. */
  readonly value: Value;
  readonly name: string;
}

/** Adds the chosen value where the choices lack it, since a `<select>` could not show it then. Not an empty one. */
export const withChosen = (
  choices: readonly Named[],
  value: string,
  name = value,
): readonly Named[] =>
  value === '' || choices.some((one) => one.value === value)
    ? choices
    : [...choices, { value, name }];

/** Turns a table of names into a list of choices. */
export const namedOf = <Value extends string>(
  names: Readonly<Record<Value, string>>,
): readonly Named<Value>[] =>
  Object.entries(names).map(([value, name]) => ({ value, name })) as Named<Value>[];
