// Deliveries: the log of what an alert told whom, and how it went.
import { listAnswer, pageQuery } from '../lists.js';
import {
  array,
  boolean,
  type Infer,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from '../schema.js';
import { RECIPIENT_TYPES } from './alert.js';

/** `undeliverable`: what it needs is not set up here, such as a mail server. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'undeliverable'] as const;

export const deliverySchema = object(
  {
    id: string({
      description: 'The same in each attempt: also the header `webhook-id`, and `id` in the body.',
    }),
    alert_id: string(),
    type: oneOf(RECIPIENT_TYPES),
    target: string({ description: 'The URL or e-mail address.' }),
    status: oneOf(DELIVERY_STATUSES),
    test: boolean({ description: 'Whether it is a test that somebody requested.' }),
    matches: integer({ minimum: 0, description: 'Number of events or wallets in it.' }),
    attempts: integer({ minimum: 0 }),
    response_status: nullable(integer({ description: 'HTTP status of the last attempt.' })),
    response_excerpt: nullable(
      string({ description: 'The beginning of the answer to the last attempt.' }),
    ),
    error: nullable(string({ description: 'Why the last attempt failed.' })),
    created_at: string({ format: 'date-time' }),
    next_attempt_at: nullable(string({ format: 'date-time' })),
    finished_at: nullable(string({ format: 'date-time' })),
  },
  { title: 'Delivery' },
);

export const deliveryListQuerySchema = object({
  ...pageQuery,
  status: optional(oneOf(DELIVERY_STATUSES, { description: 'Only deliveries with this status.' })),
});
export const deliveryListSchema = listAnswer(deliverySchema);
export const testAnswerSchema = object({
  data: array(deliverySchema, { description: 'One delivery for each recipient.' }),
});

export type Delivery = Infer<typeof deliverySchema>;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryListQuery = Infer<typeof deliveryListQuerySchema>;
