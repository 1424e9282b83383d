// Alerts: what to look for in events or wallets, and whom to tell.
import { FILTER_OPERATORS } from '../analytics/filters.js';
import { displayName } from '../display-name.js';
import { listAnswer, pageQuery } from '../lists.js';
import { projectQuery } from '../profiles/profile.js';
import {
  array,
  boolean,
  type Infer,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from '../schema.js';

export const TRIGGER_TYPES = ['event', 'user'] as const;
export const ALERT_STATUSES = ['active', 'inactive'] as const;
export const RECIPIENT_TYPES = ['email', 'slack', 'webhook'] as const;

const triggerType = oneOf(TRIGGER_TYPES, {
  description: 'event: matches events. user: matches wallets.',
});
const status = oneOf(ALERT_STATUSES);
const secret = string({
  minLength: 1,
  maxLength: 256,
  description:
    'Signs webhook deliveries; never returned. `whsec_` and base64: a key of Standard Webhooks.',
});

const filterName = string({
  minLength: 1,
  maxLength: 255,
  description:
    'Event alerts: a column of analytics filters, `address`, or a property of the event. ' +
    'User alerts: a profile field such as `net_worth_usd`, `balance`, `lifecycle`, `labels.<id>`, ' +
    'or `segment`.',
});
const operator = oneOf(FILTER_OPERATORS, { description: 'Default: eq.' });
const threshold = string({
  maxLength: 64,
  description: 'A decimal number that the metric is compared with; wins over `value`.',
});

/** A filter as it is sent; `field` and `op` are the same as `name` and `operator` (decision N-09). */
export const alertFilterInputSchema = object(
  {
    name: optional(filterName),
    field: optional(string({ minLength: 1, maxLength: 255, description: 'Same as name.' })),
    operator: optional(operator),
    op: optional(oneOf(FILTER_OPERATORS, { description: 'Same as operator.' })),
    value: optional(
      string({
        maxLength: 10_000,
        description: 'Several values of `in` and `nin` are separated by `|`.',
      }),
    ),
    numericThreshold: optional(threshold),
  },
  { title: 'AlertFilterInput', additionalProperties: false },
);

/** A filter as it is answered. */
export const alertFilterSchema = object(
  {
    name: string(),
    operator: oneOf(FILTER_OPERATORS),
    value: string(),
    numericThreshold: optional(string()),
  },
  { title: 'AlertFilter' },
);

const filters = array(alertFilterInputSchema, {
  minItems: 1,
  maxItems: 50,
  description: 'All of them must match.',
});

const recipientSchema = object(
  {
    type: oneOf(RECIPIENT_TYPES),
    value: array(string({ minLength: 1, maxLength: 2_000 }), {
      maxItems: 20,
      description: 'E-mail addresses or URLs.',
    }),
  },
  { title: 'AlertRecipient' },
);

const recipient = array(recipientSchema, { maxItems: 10 });

export const alertSchema = object(
  {
    id: string(),
    name: string(),
    created_at: string({ format: 'date-time' }),
    updated_at: nullable(string({ format: 'date-time' })),
    trigger_type: triggerType,
    status,
    trigger_filters: array(alertFilterSchema),
    recipient: array(recipientSchema),
    project_id: string(),
    has_secret: boolean({ description: 'Whether deliveries are signed.' }),
  },
  { title: 'Alert' },
);

/** Body of `POST /v0/alerts` and of `PUT /v0/alerts/{alertId}`. */
export const newAlertSchema = object(
  {
    name: displayName,
    trigger_type: triggerType,
    trigger_filters: filters,
    recipient: optional(recipient),
    secret: optional(nullable(secret)),
  },
  { title: 'NewAlert' },
);

/** Body of `PATCH /v0/alerts/{alertId}`: what is left out stays, a secret of null is removed. */
export const alertChangeSchema = object(
  {
    name: optional(displayName),
    status: optional(status),
    trigger_type: optional(triggerType),
    trigger_filters: optional(filters),
    recipient: optional(recipient),
    secret: optional(nullable(secret)),
  },
  { title: 'AlertChange' },
);

export const alertParamsSchema = object({ alertId: string({ description: 'Id of an alert.' }) });
export const alertProjectQuerySchema = object(projectQuery);
export const alertListQuerySchema = object({ ...pageQuery, ...projectQuery });
export const alertListSchema = listAnswer(alertSchema);
/** The envelope around the alert in answers of POST and PATCH (decision N-13). */
export const wrappedAlertSchema = object({ isSuccess: boolean(), data: alertSchema });

export type Alert = Infer<typeof alertSchema>;
export type AlertFilterInput = Infer<typeof alertFilterInputSchema>;
export type AlertFilter = Infer<typeof alertFilterSchema>;
export type AlertRecipient = Infer<typeof recipientSchema>;
export type RecipientType = (typeof RECIPIENT_TYPES)[number];
export type NewAlert = Infer<typeof newAlertSchema>;
export type AlertChange = Infer<typeof alertChangeSchema>;
