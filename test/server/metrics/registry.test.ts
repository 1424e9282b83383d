// The text format of Prometheus.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRegistry } from '../../../src/server/metrics/registry.js';

it('writes counters, gauges and histograms', () => {
  const registry = createRegistry();
  const requests = registry.counter({ name: 'requests_total', help: 'All.', labels: ['route'] });
  registry.counter({ name: 'plain_total', help: 'None yet.' });
  const seconds = registry.histogram({ name: 'seconds', help: 'Time.', buckets: [0.1, 1] });
  registry.gauge({ name: 'bytes', help: 'Now.' }, () => 7);
  requests.add(1, '/a');
  requests.add(2, '/a');
  requests.add(1, '/b');
  for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(value);
  expect(registry.render()).toBe(`# HELP requests_total All.
# TYPE requests_total counter
requests_total{route="/a"} 3
requests_total{route="/b"} 1
# HELP plain_total None yet.
# TYPE plain_total counter
plain_total 0
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{le="0.1"} 2
seconds_bucket{le="1"} 3
seconds_bucket{le="+Inf"} 4
seconds_sum 3.65
seconds_count 4
# HELP bytes Now.
# TYPE bytes gauge
bytes 7
`);
});

/** Labels, mostly of characters with a special meaning in the format. */
const label = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', '\\', '\n', '}', ','),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
});

it('escapes any label value, so that each stays on a line of its own', () => {
  fc.assert(
    fc.property(fc.uniqueArray(label, { maxLength: 5 }), (values) => {
      const registry = createRegistry();
      const counter = registry.counter({ name: 'x_total', help: 'X.', labels: ['a', 'b'] });
      for (const value of values) counter.add(1, value, 'b');
      const lines = registry.render().split('\n').slice(2, -1);
      expect(lines).toHaveLength(values.length);
      for (const line of lines) {
        expect(line).toMatch(/^x_total\{a="(?:[^"\\]|\\["\\n])*",b="b"\} 1$/s);
      }
    }),
  );
});

it('has buckets that never decrease, and the last equals the count', () => {
  fc.assert(
    fc.property(fc.array(fc.float({ min: 0, max: 100, noNaN: true })), (values) => {
      const registry = createRegistry();
      const seconds = registry.histogram({ name: 's', help: 'S.', buckets: [0.1, 1, 10] });
      for (const value of [1, ...values]) seconds.observe(value);
      const numbers = [...registry.render().matchAll(/s_(?:bucket\S*|count) (\d+)/g)].map(
        ([, count]) => Number(count),
      );
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(numbers.at(-1)).toBe(values.length + 1);
      expect(numbers.at(-2)).toBe(values.length + 1);
    }),
  );
});
