// Counts and times, and writes them in Prometheus' text format.
// https://prometheus.io/docs/instrumenting/exposition_formats/

export interface MetricOptions {
  readonly name: string;
  readonly help: string;
  /** Names of its labels; values are given in the same order. */
  readonly labels?: readonly string[];
}

export interface Counter {
  add(amount: number, ...labels: readonly string[]): void;
}

export interface Histogram {
  observe(value: number, ...labels: readonly string[]): void;
}

export interface Registry {
  counter(options: MetricOptions): Counter;
  histogram(options: MetricOptions & { readonly buckets: readonly number[] }): Histogram;
  /** Read at each rendering. */
  gauge(options: MetricOptions, read: () => number): void;
  /** A counter whose value is kept elsewhere; read at each rendering. */
  total(options: MetricOptions, read: () => number): void;
  render(): string;
}

type Type = 'counter' | 'gauge' | 'histogram';

export function createRegistry(): Registry {
  const renderers: (() => string)[] = [];
  const register = ({ name, help }: MetricOptions, type: Type, lines: () => string[]): void => {
    renderers.push(() =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines(), ''].join('\n'),
    );
  };
  const readable = (type: Type) => (options: MetricOptions, read: () => number) =>
    register(options, type, () => [`${options.name} ${read()}`]);

  return {
    counter(options) {
      const { name, labels = [] } = options;
      const values = new Map<string, number>();
      if (labels.length === 0) values.set('', 0);
      register(options, 'counter', () =>
        [...values].map(([key, value]) => `${name}${braced(key)} ${value}`),
      );
      return {
        add(amount, ...given) {
          const key = labelsOf(labels, given);
          values.set(key, (values.get(key) ?? 0) + amount);
        },
      };
    },
    histogram(options) {
      const { name, labels = [], buckets } = options;
      const series = new Map<string, { counts: number[]; sum: number }>();
      register(options, 'histogram', () =>
        [...series].flatMap(([key, { counts, sum }]) => {
          const bounds = [...buckets.map(String), '+Inf'];
          const bucketLines = bounds.map((bound, at) => {
            const count = counts.slice(0, at + 1).reduce((total, one) => total + one, 0);
            return `${name}_bucket${braced(joined(key, `le="${bound}"`))} ${count}`;
          });
          const all = counts.reduce((total, one) => total + one, 0);
          return [
            ...bucketLines,
            `${name}_sum${braced(key)} ${sum}`,
            `${name}_count${braced(key)} ${all}`,
          ];
        }),
      );
      return {
        observe(value, ...given) {
          const key = labelsOf(labels, given);
          const one = series.get(key) ?? { counts: [...buckets.map(() => 0), 0], sum: 0 };
          series.set(key, one);
          const found = buckets.findIndex((bound) => value <= bound);
          const at = found === -1 ? buckets.length : found;
          one.counts[at] = (one.counts[at] ?? 0) + 1;
          one.sum += value;
        },
      };
    },
    gauge: readable('gauge'),
    total: readable('counter'),
    render: () => renderers.map((render) => render()).join(''),
  };
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const labelsOf = (names: readonly string[], values: readonly string[]): string =>
  names.map((name, at) => `${name}="${escaped(values[at] ?? '')}"`).join(',');

const joined = (key: string, more: string): string => (key === '' ? more : `${key},${more}`);

const braced = (key: string): string => (key === '' ? '' : `{${key}}`);
