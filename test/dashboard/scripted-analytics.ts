// An analytics client that answers when the test says so, and the texts that a panel shows.
import { setImmediate as pause } from 'node:timers/promises';
import { act } from 'preact/test-utils';

export type Answer = (question: Readonly<Record<string, unknown>>) => unknown;

/** Returns the answers once `answerAll` is called. */
export function scriptedAnalytics(answers: Readonly<Record<string, Answer>>) {
  const waiting: (() => void)[] = [];
  const asked: (readonly [name: string, question: Readonly<Record<string, unknown>>])[] = [];
  const analytics = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (question: Readonly<Record<string, unknown>>) => {
        asked.push([name, question]);
        return new Promise((resolve) => waiting.push(() => resolve({ data: answer(question) })));
      },
    ]),
  );
  return {
    analytics,
    asked,
    answerAll: () =>
      act(async () => {
        for (const answer of waiting.splice(0)) answer();
        // A query resolves in several steps.
        await pause();
      }),
  };
}

export const textsOf = (root: ParentNode, selector: string) =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim());
