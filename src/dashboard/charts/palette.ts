// The colours of charts, as the style sheet has them for the present theme.

export interface Palette {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly card: string;
  /** Told apart without red against green; in this order. */
  readonly series: readonly string[];
}

/** How many colours there are. */
export const SERIES = 8;

export function readPalette(): Palette {
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  return {
    ink: colour('ink'),
    muted: colour('muted'),
    line: colour('line'),
    card: colour('card'),
    series: Array.from({ length: SERIES }, (_, index) => colour(`series-${index + 1}`)),
  };
}

export const seriesColour = ({ series, muted }: Palette, index: number): string =>
  series[index % series.length] ?? muted;
