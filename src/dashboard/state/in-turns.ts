// Many questions, a few at a time: a workspace may ask so many in a second, and others ask, too.

/** The answers in the order of the items; fails with the first that does. */
export async function inTurns<Item, Answer>(
  items: readonly Item[],
  atOnce: number,
  ask: (item: Item) => PromiseLike<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      answers[at] = await ask(items[at] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return answers;
}
