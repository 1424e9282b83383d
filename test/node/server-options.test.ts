// Wrong options throw when a tracker is created, and the error names the option.
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
])('throws and names the option: %j', (options, named) => {
  expect(() => createServerTracker(options as never)).toThrow(TrackerError);
  expect(() => createServerTracker(options as never)).toThrow(named);
});

it.each(['http://a b', 'http://a.b:99999', 'http://['])(
  'the edge entry also throws for an apiHost that is no URL: %s',
  (apiHost) => {
    expect(() => createEdgeTracker({ writeKey: 'k', apiHost })).toThrow(TrackerError);
  },
);

it('the edge entry throws for an option of Node, and ignores one that is undefined', () => {
  const key = { writeKey: 'k', apiHost: 'http://a.b' };
  expect(() => createEdgeTracker({ ...key, spool: 'x' } as never)).toThrow(
    'There is no option spool. Pass some of writeKey, ',
  );
  expect(() => createEdgeTracker({ ...key, spool: undefined } as never)).not.toThrow();
});
