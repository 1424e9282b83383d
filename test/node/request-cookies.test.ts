// What a backend reads from the cookies that the tracker of the page has written.
import { expect, it } from 'vitest';
import { createCookieKeyValue } from '../../src/browser/key-value.js';
import { namespaceIn } from '../../src/core/namespace.js';
import { createSession } from '../../src/core/session.js';
import { createFakeKeyValue, createWorld, START } from '../core/fakes.js';
import { openService } from './support/open-service.js';

const PREFIX = `chaintrail_${namespaceIn('write-key', atob)}_`;

const aboutOf = (cookie: string) => openService().tracker.forRequest({ headers: { cookie } }).about;

it('reads the first of two cookies with the same name, as the browser SDK does', () => {
  const cookie = `${PREFIX}user_id=new; ${PREFIX}user_id=old`;
  expect(aboutOf(cookie).userId).toBe('new');
  const place = { document: { cookie }, location: { hostname: '', protocol: 'https:' } };
  expect(createCookieKeyValue(place, PREFIX).get('user_id')).toBe('new');
});

it.each([
  [10, 9, true],
  [10, 11, false],
  [120, 119, true],
  [120, 121, false],
])(
  'takes over the session according to sessionIdleMinutes of the page: %i minutes',
  (sessionIdleMinutes, minutes, goesOn) => {
    const { values } = createWorld();
    const session = createSession({
      keyValue: createFakeKeyValue(values),
      randomBytes: (count) => new Uint8Array(count),
      idleMs: sessionIdleMinutes * 60_000,
      isSplitByCampaign: true,
      takeArrival: () => null,
      refresh: () => false,
    });
    const id = session.touch(START - minutes * 60_000);
    const cookie = `${PREFIX}session=${encodeURIComponent(values.get('session') ?? '')}`;
    expect(aboutOf(cookie).sessionId).toBe(goesOn ? id : undefined);
  },
);
