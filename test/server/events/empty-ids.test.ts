// Senders write an empty text where they have no id. It means the same as no id at all.
import { expect, it } from 'vitest';
import { createEnricher } from '../../../src/server/events/enrich.js';
import { validateEvent } from '../../../src/server/events/validate.js';

const EVENT = { type: 'track', event: 'signup', channel: 'server', version: '0' };
const NO_IDS = { user_id: '', session_id: '', message_id: '', address: '' };

it('stores an event with empty ids like one without ids', () => {
  const validated = validateEvent({ ...EVENT, anonymous_id: '', ...NO_IDS });
  if (!validated.ok) throw new Error(validated.reason);
  const row = createEnricher()(validated.event, {
    projectId: 'prj',
    receivedAt: Date.UTC(2026, 0, 2),
    newMessageId: () => 'made',
    caller: {},
    salt: '',
  });
  const ids = { anonymous_id: '', user_id: '', session_id: '', address: '' };
  expect(row).toMatchObject({ message_id: 'made', ...ids });
});

it('still requires the id of a visitor', () => {
  expect(validateEvent({ ...EVENT, channel: 'web', anonymous_id: '', ...NO_IDS })).toEqual({
    ok: false,
    reason: 'anonymous_id is required on channel web',
  });
});
