// Remembers the latest answers of a function, within a bound whatever it is asked.

/**
 * @param capacity how many answers are kept; the one that was not asked for longest goes first
 * @param answer never answers `undefined`
 */
export function remember<Answer extends NonNullable<unknown>>(
  capacity: number,
  answer: (question: string) => Answer,
): (question: string) => Answer {
  const answers = new Map<string, Answer>();
  let youngest: string | undefined;
  return (question) => {
    const known = answers.get(question);
    if (known !== undefined) {
      // The next event is mostly like the last: then the order stands as it is.
      if (question === youngest) return known;
      answers.delete(question);
    } else if (answers.size >= capacity) {
      for (const oldest of answers.keys()) {
        answers.delete(oldest);
        break;
      }
    }
    const given = known ?? answer(question);
    answers.set(question, given);
    youngest = question;
    return given;
  };
}
