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
  /** Which series and slices the reader hid by the legend. */
  const hidden = useRef<readonly unknown[]>([]);

  // Before the next frame: a browser prints as soon as the theme of paper is set, and does not wait for an effect.
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
    hide(chart, hidden.current);
    // The colours are read when it is drawn, so another theme draws it anew.
    canvas.current.dataset.drawn = shown;
    return () => {
      hidden.current = namesOf(chart).filter((_, at) => !isShown(chart, at));
      chart.destroy();
    };
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

/** Whether it is a circle, whose legend names slices; that of all others names series. */
const isCircle = ({ config }: Chart) => 'type' in config && config.type === 'doughnut';

/** What its legend names. */
const namesOf = (chart: Chart): readonly unknown[] =>
  isCircle(chart) ? (chart.data.labels ?? []) : chart.data.datasets.map(({ label }) => label);

const isShown = (chart: Chart, at: number): boolean =>
  isCircle(chart) ? chart.getDataVisibility(at) : chart.isDatasetVisible(at);

/** Hides what the reader hid in the chart that this one takes the place of. */
function hide(chart: Chart, names: readonly unknown[]): void {
  if (names.length === 0) return;
  namesOf(chart).forEach((name, at) => {
    if (!names.includes(name)) return;
    if (isCircle(chart)) chart.toggleDataVisibility(at);
    else chart.setDatasetVisibility(at, false);
  });
  chart.update();
}
