// Sends many requests, a few at a time: the workspace has a rate limit, which others use up as well.

/** The answers in the order of the items. Rejects with the first request that fails. */
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
