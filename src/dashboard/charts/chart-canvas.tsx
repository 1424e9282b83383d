// Draws a chart with Chart.js on a canvas, with a table of the same values for users who cannot see it.
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
  /** Describes the chart in one sentence, for screen readers. */
  readonly label: string;
  /** The chart is drawn again when this function changes. */
  readonly draw: (palette: Palette) => ChartConfiguration;
  /** The table of the same values. */
  readonly table: ComponentChildren;
  /** The chart needs room to be readable: on a narrow screen it scrolls within its panel. */
  readonly isTall?: boolean;
}

export function ChartCanvas({ label, draw, table, isTall = false }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { shown } = useTheme();
  /** Names of the series or slices that the user hid by a click on the legend. */
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
    // The theme whose colours were used: when `shown` changes, the chart must be drawn again.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, only a focused area can be scrolled
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

/** Whether the chart is a pie, whose legend names slices; the legends of all others name series. */
const isCircle = ({ config }: Chart) => 'type' in config && config.type === 'doughnut';

/** The names in the legend of a chart. */
const namesOf = (chart: Chart): readonly unknown[] =>
  isCircle(chart) ? (chart.data.labels ?? []) : chart.data.datasets.map(({ label }) => label);

const isShown = (chart: Chart, at: number): boolean =>
  isCircle(chart) ? chart.getDataVisibility(at) : chart.isDatasetVisible(at);

/** Hides in a new chart what the user hid in the one that it replaces. */
function hide(chart: Chart, names: readonly unknown[]): void {
  if (names.length === 0) return;
  namesOf(chart).forEach((name, at) => {
    if (!names.includes(name)) return;
    if (isCircle(chart)) chart.toggleDataVisibility(at);
    else chart.setDatasetVisibility(at, false);
  });
  chart.update();
}
