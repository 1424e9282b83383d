// `client.alerts`: what to look for, whom to tell, and how that went.
import type { AlertChange, NewAlert } from '../../protocol/alerts/alert.js';
import type { Alert, Delivery, RouteAnswer } from '../answers.js';
import { type ApiCall, mapCall } from '../api-call.js';
import type { Operations, QueryOf, Sent } from '../operations.js';
import { type CallOptions, merge } from '../options.js';
import { byPage, type PagedCall, pagedCall } from '../pages.js';
import { unwrapped } from '../unwrapped.js';

type AlertList = QueryOf<'listAlerts'>;
type DeliveryList = QueryOf<'listAlertDeliveries'>;
/** A new one, or one that was answered, with changes. */
type WholeAlert = Sent<NewAlert> | Alert;

/** The server answers an alert bare or as `{ isSuccess, data }`; callers get it bare. */
const bare = unwrapped<Alert>;

export const createAlerts = ({ call, write }: Operations) => ({
  list: (
    query: AlertList = {},
    options?: CallOptions,
  ): PagedCall<Alert, RouteAnswer<'listAlerts'>> =>
    pagedCall(
      (asked: AlertList, rest) => call('GET /v0/alerts', { query: asked }, rest),
      [query, options],
      byPage(),
    ),
  create: (
    { project_id, ...body }: Sent<NewAlert> & QueryOf<'createAlert'>,
    options?: CallOptions,
  ): ApiCall<Alert> =>
    mapCall(write('POST /v0/alerts', { query: { project_id }, body }, options), bare),
  retrieve: (alertId: string, options?: CallOptions): ApiCall<Alert> =>
    mapCall(call('GET /v0/alerts/{alertId}', { params: { alertId } }, options), bare),
  /** What is left out stays; a secret of null is removed. */
  update: (alertId: string, body: Sent<AlertChange>, options?: CallOptions): ApiCall<Alert> =>
    mapCall(write('PATCH /v0/alerts/{alertId}', { params: { alertId }, body }, options), bare),
  /** The status stays, and the secret when none is given. */
  replace: (alertId: string, alert: WholeAlert, options?: CallOptions): ApiCall<Alert> => {
    const body = alert as Sent<NewAlert>;
    return mapCall(write('PUT /v0/alerts/{alertId}', { params: { alertId }, body }, options), bare);
  },
  delete: (alertId: string, options?: CallOptions): ApiCall<void> =>
    write('DELETE /v0/alerts/{alertId}', { params: { alertId } }, options),
  /** Sends a test match to each recipient, and answers how each went. */
  test: (alertId: string, options?: CallOptions): ApiCall<Delivery[]> =>
    mapCall(
      call(
        'POST /v0/alerts/{alertId}/test',
        { params: { alertId } },
        merge<CallOptions>({ maxRetries: 0 }, options),
      ),
      ({ data }) => data,
    ),
  /** The deliveries of an alert, the newest first. */
  deliveries: (
    alertId: string,
    query: DeliveryList = {},
    options?: CallOptions,
  ): PagedCall<Delivery, RouteAnswer<'listAlertDeliveries'>> =>
    pagedCall(
      (asked: DeliveryList, rest) =>
        call('GET /v0/alerts/{alertId}/deliveries', { params: { alertId }, query: asked }, rest),
      [query, options],
      byPage(),
    ),
});

export type Alerts = ReturnType<typeof createAlerts>;
