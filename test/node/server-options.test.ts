// Wrong options throw when a tracker is made, and name the option.
import { expect, it } from 'vitest';
import { TrackerError } from '../../src/core/tracker-error.js';
import { createServerTracker as createEdgeTracker } from '../../src/node/edge.js';
import { createServerTracker } from '../../src/node/index.js';

const SPOOL = { directory: '/dev/null/x' };

it.each([
  [{}, 'writeKey'],
  [{ writeKey: 'k', apiHost: 'events.example' }, 'apiHost'],
  [{ writeKey: 'k', apiHost: 'http://a b' }, 'apiHost'],
  [{ writeKey: 'k', apiHost: 'http://a.b:99999' }, 'apiHost'],
  [{ writeKey: 'k', apiHost: 'http://a.b', whenFull: 'panic' }, 'whenFull'],
  [{ writeKey: 'k', apiHost: 'http://a.b', concurrency: 0 }, 'concurrency'],
  [{ writeKey: 'k', apiHost: 'http://a.b', maxBatchEvents: 1_001 }, 'maxBatchEvents'],
  [{ writeKey: 'k', apiHost: 'http://a.b', plugins: {} }, 'plugins'],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: '' }, 'spool'],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: '/dev/null/x' }, 'spool'],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: null }, 'spool: null'],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: true }, 'spool: true'],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: {} }, 'spool.directory: undefined'],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: { ...SPOOL, maxBytes: 0 } }, 'spool.maxBytes: 0'],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: { ...SPOOL, fsync: 'no' } }, 'spool.fsync: "no"'],
  [{ writeKey: 'k', apiHost: 'http://a.b', exit: null }, 'exit: null'],
  [{ writeKey: 'k', apiHost: 'http://a.b', exit: true }, 'exit: true'],
  [{ writeKey: 'k', apiHost: 'http://a.b', exit: { beforeExit: 1 } }, 'exit.beforeExit: 1'],
  [{ writeKey: 'k', apiHost: 'http://a.b', exit: { timeoutMs: 'x' } }, 'exit.timeoutMs: "x"'],
  [
    { writeKey: 'k', apiHost: 'http://a.b', exit: { signals: 'SIGTERM' } },
    'exit.signals: "SIGTERM"',
  ],
  [
    { writeKey: 'k', apiHost: 'http://a.b', exit: { signals: ['SIGFOO'] } },
    'exit.signals: "SIGFOO"',
  ],
  [
    { writeKey: 'k', apiHost: 'http://a.b', exit: { signals: ['SIGKILL'] } },
    'exit.signals: "SIGKILL"',
  ],
  [{ writeKey: 'k', apiHost: 'http://a.b', flushAt: '20' }, 'flushAt: "20"'],
  [
    { writeKey: 'k', apiHost: 'http://a.b', spol: './spool' },
    'There is no option spol. Pass some of writeKey, apiHost, ',
  ],
  [{ writeKey: 'k', apiHost: 'http://a.b', spool: { dir: 'x' } }, 'There is no option spool.dir.'],
  [
    { writeKey: 'k', apiHost: 'http://a.b', exit: { signal: 'x' } },
    'There is no option exit.signal.',
  ],
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

it('an option of Node is told at the edge, and one that is undefined is left out', () => {
  const key = { writeKey: 'k', apiHost: 'http://a.b' };
  expect(() => createEdgeTracker({ ...key, spool: 'x' } as never)).toThrow(
    'There is no option spool. Pass some of writeKey, ',
  );
  expect(() => createEdgeTracker({ ...key, spool: undefined } as never)).not.toThrow();
});
