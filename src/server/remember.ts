// A cache of a function's latest answers (LRU) with a bounded size.

/** A node of the linked ring that keeps the order of use; `head` marks where newest and oldest meet. */
interface Link<Answer> {
  readonly question: string;
  readonly answer: Answer;
  before: Link<Answer>;
  behind: Link<Answer>;
}

/**
 * @param capacity how many answers are kept; the least recently used one is evicted
 * @param answer never answers `undefined`
 */
export function remember<Answer extends NonNullable<unknown>>(
  capacity: number,
  answer: (question: string) => Answer,
): (question: string) => Answer {
  // The order is not kept by the Map itself: deleting and setting a key again for each question makes the Map
  // rehash over and over.
  const links = new Map<string, Link<Answer>>();
  const head = {} as Link<Answer>;
  head.before = head;
  head.behind = head;

  const takeOut = (link: Link<Answer>): void => {
    link.before.behind = link.behind;
    link.behind.before = link.before;
  };
  const putFirst = (link: Link<Answer>): void => {
    link.before = head;
    link.behind = head.behind;
    head.behind.before = link;
    head.behind = link;
  };

  return (question) => {
    const known = links.get(question);
    // Mostly the same question comes again; then the order need not change.
    if (known !== undefined && known === head.behind) return known.answer;
    if (known !== undefined) takeOut(known);
    const link = known ?? { question, answer: answer(question), before: head, behind: head };
    if (known === undefined) {
      if (links.size >= capacity) {
        links.delete(head.before.question);
        takeOut(head.before);
      }
      links.set(question, link);
    }
    putFirst(link);
    return link.answer;
  };
}
