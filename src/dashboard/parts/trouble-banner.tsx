// A banner at the bottom that shows errors of many parts once, and offers to repeat all failed requests.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { explainError } from '../format/explain-error.js';
import { ReportContext, TroublesContext, useTroubles } from '../state/troubles.js';
import { askFailedAgain } from '../state/use-answer.js';
import { Command } from './command.js';
import { TryAgain } from './try-again.js';

/** Stands around the parts whose requests may fail, and collects what they report. */
export function WithTroubles({ children }: { readonly children: ComponentChildren }) {
  const { troubles, report } = useTroubles();
  return (
    <ReportContext.Provider value={report}>
      <TroublesContext.Provider value={troubles}>{children}</TroublesContext.Provider>
    </ReportContext.Provider>
  );
}

export function TroubleBanner() {
  const troubles = useContext(TroublesContext);
  // Each trouble once, although a dozen parts may report the same one.
  const explained = [
    ...new Map(
      troubles.map((error) => explainError(error)).map((one) => [one.title, one]),
    ).values(),
  ];
  // The element is always there: screen readers announce only what is added to one that they know already.
  return (
    <div class="trouble" role="alert">
      {explained.length > 0 && (
        <div class="problem">
          {explained.map(({ title, advice, command }) => (
            <div key={title}>
              <p class="problem-title">{title}</p>
              <p>{advice}</p>
              {command !== undefined && <Command text={command} />}
            </div>
          ))}
          {explained.some(({ mayRepeat }) => mayRepeat) && <TryAgain askAgain={askFailedAgain} />}
        </div>
      )}
    </div>
  );
}
