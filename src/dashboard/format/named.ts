// Values with what people call them.

export interface Named<Value extends string = string> {
  /** As the API or the address has it. */
  readonly value: Value;
  readonly name: string;
}

/** The entries of a table of names. */
export const namedOf = <Value extends string>(
  names: Readonly<Record<Value, string>>,
): readonly Named<Value>[] =>
  Object.entries(names).map(([value, name]) => ({ value, name })) as Named<Value>[];
