// The operations on alerts and their deliveries.
import type { alertRoutes } from '../../protocol/alerts/routes.js';
import type { ApiHandlers } from '../http/handlers.js';
import type { AlertsService } from './service.js';

/** POST and PATCH answer in an envelope, as the API document words it (decision N-13). */
const wrapped = <T>(data: T) => ({ isSuccess: true, data });

export const alertsHandlers = (
  alerts: AlertsService,
): Pick<ApiHandlers, keyof typeof alertRoutes> => ({
  listAlerts: ({ input, identity }) => alerts.list(identity, input.query),
  createAlert: async ({ input, identity }) =>
    wrapped(await alerts.create(identity, input.body, input.query.project_id)),
  retrieveAlert: ({ input, identity }) => alerts.retrieve(identity, input.params.alertId),
  updateAlert: async ({ input, identity }) =>
    wrapped(await alerts.update(identity, input.params.alertId, input.body)),
  replaceAlert: ({ input, identity }) => alerts.replace(identity, input.params.alertId, input.body),
  deleteAlert: ({ input, identity }) => alerts.remove(identity, input.params.alertId),
  testAlert: async ({ input, identity }) => ({
    data: await alerts.test(identity, input.params.alertId),
  }),
  listAlertDeliveries: ({ input, identity }) =>
    alerts.deliveries(identity, input.params.alertId, input.query),
});
