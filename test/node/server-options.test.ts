// Wrong options throw when a tracker is made, and name the option.
import { expect, it } from 'vitest';
import { TrackerError } from '../../src/core/tracker-error.js';
import { createServerTracker as createEdgeTracker } from '../../src/node/edge.js';
import { createServerTracker } from '../../src/node/index.js';

it.each([
  [{}, 'writeKey'],
  [{ writeKey: 'k', apiHost: 'events.example' }, 'apiHost'],
  [{ writeKey: 'k', apiHost: 'http://a b' }, 'apiHost'],
  [{ writeKey: 'k', apiHost: 'http://a.b:99999' }, 'apiHost'],
  [{ writeKey: 'k', apiHost: 'http://a.b', whenFull: 'panic' }, 'whenFull'],
  [{ writeKey: 'k', apiHost: 'http://a.b', concurrency: 0 }, 'concurrency'],
  [{ writeKey: 'k', apiHost: 'http://a.b', maxBatchEvents: 1_001 }, 'maxBatchEvents'],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: '' }, 'spool'],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: '/dev/null/x' }, 'spool'],
  [undefined, 'object'],
])('wrong options throw and name the option: %j', (options, named) => {
  expect(() => createServerTracker(options as never)).toThrow(TrackerError);
  expect(() => createServerTracker(options as never)).toThrow(named);
});

it.each(['http://a b', 'http://a.b:99999', 'http://['])(
  'an apiHost that is no address is told at the edge as well: %s',
  (apiHost) => {
    expect(() => createEdgeTracker({ writeKey: 'k', apiHost })).toThrow(TrackerError);
  },
);
