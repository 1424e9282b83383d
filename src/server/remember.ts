// Remembers the latest answers of a function, within a bound whatever it is asked.

/** Between its neighbours in the order of asking. The order is a ring: its head stands between its ends. */
interface Link<Answer> {
  readonly question: string;
  readonly answer: Answer;
  before: Link<Answer>;
  behind: Link<Answer>;
}

/**
 * @param capacity how many answers are kept; the one that was not asked for longest goes first
 * @param answer never answers `undefined`
 */
export function remember<Answer extends NonNullable<unknown>>(
  capacity: number,
  answer: (question: string) => Answer,
): (question: string) => Answer {
  // Not the order of the map itself: a key that is deleted and set anew for each question makes the
  // map grow and be copied over and over.
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
    // The next event is mostly like the last: then the order stands as it is.
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
