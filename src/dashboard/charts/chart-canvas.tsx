// Chart.js on a canvas, with a table of the same values below for who cannot see it.
/** @jsxImportSource preact */
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { Flow, SankeyController } from 'chartjs-chart-sankey';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTheme } from '../state/use-theme.js';
import { type Palette, readPalette } from './palette.js';

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  Filler,
  Flow,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  SankeyController,
  Tooltip,
);

export interface ChartCanvasProps {
  /** What is seen, in one sentence. */
  readonly label: string;
  /** Another function draws anew. */
  readonly draw: (palette: Palette) => ChartConfiguration;
  /** The table of the same values. */
  readonly table: ComponentChildren;
  /** Needs room to be read: scrolls by itself where the screen is narrow. */
  readonly isTall?: boolean;
}

export function ChartCanvas({ label, draw, table, isTall = false }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { shown } = useTheme();

  // At once: what is printed is taken as soon as the theme is told to be that of paper.
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const config = draw(readPalette());
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 12;
    const chart = new Chart(canvas.current, {
      ...config,
      options: {
        responsive: true,
        maintainAspectRatio: false,
        animation: false,
        ...config.options,
      },
    } as ChartConfiguration);
    // The colours are read when it is drawn, so another theme draws it anew.
    canvas.current.dataset.drawn = shown;
    return () => chart.destroy();
  }, [draw, shown]);

  const picture = (
    <div class="canvas" data-tall={isTall}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
  return (
    <figure class="chart">
      {isTall ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls what does not fit
        <section class="canvas-scroll" aria-label={`${label}: picture`} tabIndex={0}>
          {picture}
        </section>
      ) : (
        picture
      )}
      <details class="as-table">
        <summary>
          Show as table<span class="hidden">: {label}</span>
        </summary>
        {table}
      </details>
    </figure>
  );
}
