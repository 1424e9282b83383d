// An event as the dashboard reads it; a test sets only the fields that it needs.
import type { EventRow } from '../../src/dashboard/state/events.js';

export const NOON = Date.UTC(2026, 2, 14, 12);

export const rowOf = (row: Partial<EventRow>): EventRow => ({
  ...{ project_id: 'prj_1', session_id: 's1', message_id: 'm1', type: 'page', event: '' },
  ...{
    address: '',
    anonymous_id: 'a1',
    user_id: '',
    page_path: '/',
    location: '',
    device: 'desktop',
  },
  ...{ utm_source: '', utm_campaign: '', referrer: '', ref: '' },
  ...{ revenue: null, chain_id: '', status: '', transaction_hash: '', sent_as: '' },
  ...{ properties_text: '{}', happened_ms: NOON, received_ms: NOON },
  ...row,
});
