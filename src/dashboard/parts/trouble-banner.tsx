// Tells once what keeps parts of the view from their answers, and asks for all of them again.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { explainError } from '../format/explain-error.js';
import { ReportContext, TroublesContext, useTroubles } from '../state/troubles.js';
import { askFailedAgain } from '../state/use-answer.js';
import { Command } from './command.js';

/** Around what may run into them. */
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
  // One of each: a dozen parts may say the same.
  const explained = [
    ...new Map(
      troubles.map((error) => explainError(error)).map((one) => [one.title, one]),
    ).values(),
  ];
  // It is there before there is something to say, so that this is read aloud.
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
          {explained.some(({ mayRepeat }) => mayRepeat) && (
            <button type="button" class="button" onClick={askFailedAgain}>
              Try again
            </button>
          )}
        </div>
      )}
    </div>
  );
}
