// The colours of charts, read from the style sheet for the current theme.

export interface Palette {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly card: string;
  /** In the order of their use. They can be told apart with red-green colour blindness. */
  readonly series: readonly string[];
}

/** How many colours for series there are. */
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
