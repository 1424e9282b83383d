// The operations on alerts and their deliveries.
import { apiKey, type Route } from '../route.js';
import {
  alertChangeSchema,
  alertListQuerySchema,
  alertListSchema,
  alertParamsSchema,
  alertProjectQuerySchema,
  alertSchema,
  newAlertSchema,
  wrappedAlertSchema,
} from './alert.js';
import { deliveryListQuerySchema, deliveryListSchema, testAnswerSchema } from './delivery.js';

const read = { tag: 'Alerts', credential: apiKey('alerts:read') } as const;
const send = { tag: 'Alerts', credential: apiKey('alerts:write') } as const;
const write = { ...send, idempotent: true } as const;

const alerts = { path: '/v0/alerts' } as const;
const alert = { path: '/v0/alerts/{alertId}', params: alertParamsSchema } as const;

export const alertRoutes = {
  listAlerts: {
    ...read,
    ...alerts,
    method: 'GET',
    summary: 'Alerts, the newest first.',
    query: alertListQuerySchema,
    status: 200,
    answer: alertListSchema,
    errors: ['NOT_FOUND'],
  },
  createAlert: {
    ...write,
    ...alerts,
    method: 'POST',
    summary: 'Make an alert. It is active and matches what is received from now on.',
    query: alertProjectQuerySchema,
    body: newAlertSchema,
    status: 201,
    answer: wrappedAlertSchema,
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  retrieveAlert: {
    ...read,
    ...alert,
    method: 'GET',
    summary: 'An alert.',
    status: 200,
    answer: alertSchema,
    errors: ['NOT_FOUND'],
  },
  updateAlert: {
    ...write,
    ...alert,
    method: 'PATCH',
    summary: 'Change an alert, or pause it.',
    description:
      'A paused alert sends nothing. When it is made active again, it matches what is received from then on.',
    body: alertChangeSchema,
    status: 200,
    answer: wrappedAlertSchema,
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  replaceAlert: {
    ...write,
    ...alert,
    method: 'PUT',
    summary: 'Replace an alert. It keeps its status, and its secret if none is given.',
    body: newAlertSchema,
    status: 200,
    answer: alertSchema,
    errors: ['NOT_FOUND'],
  },
  deleteAlert: {
    ...write,
    ...alert,
    method: 'DELETE',
    summary: 'Delete an alert, its log and its pending deliveries.',
    status: 204,
    errors: ['NOT_FOUND'],
  },
  testAlert: {
    ...send,
    path: '/v0/alerts/{alertId}/test',
    params: alertParamsSchema,
    method: 'POST',
    summary: 'Send a test match to each recipient, once and now, even while the alert is inactive.',
    status: 200,
    answer: testAnswerSchema,
    errors: ['NOT_FOUND'],
  },
  listAlertDeliveries: {
    ...read,
    path: '/v0/alerts/{alertId}/deliveries',
    params: alertParamsSchema,
    method: 'GET',
    summary: 'Deliveries of an alert, the newest first. Kept for 30 days.',
    query: deliveryListQuerySchema,
    status: 200,
    answer: deliveryListSchema,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
