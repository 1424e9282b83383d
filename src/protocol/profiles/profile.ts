// A wallet profile, and the request for one.
import {
  array,
  type Infer,
  integer,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Schema,
  string,
} from '../schema.js';
import {
  profileAppSchema,
  profileChainSchema,
  profileLabelSchema,
  profileTokenSchema,
} from './expansions.js';
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  IDENTITY_FIELDS,
  LIFECYCLES,
} from './profile-fields.js';

const text = nullable(string());
const instant = nullable(string({ format: 'date-time' }));
const amount = nullable(number());

const texts = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<N, Schema<string | null>>;

const first = ATTRIBUTION_FIELDS.map((name) => `first_${name}` as const);
const last = ATTRIBUTION_FIELDS.map((name) => `last_${name}` as const);

/**
 * One wallet, as the projects of one workspace know it. What is unknown is null, but
 * `net_worth_usd` and `tx_count` are 0 then.
 */
export const profileSchema = object(
  {
    address: string({ description: 'EVM: EIP-55 checksum. Solana: base58.' }),
    net_worth_usd: number({ description: 'Over all chains; 0 while unknown.' }),
    tx_count: integer({ minimum: 0, description: '0 while unknown.' }),
    first_onchain: instant,
    last_onchain: instant,
    updated_at: nullable(
      string({ format: 'date-time', description: 'When the on-chain fields were updated.' }),
    ),
    lifecycle: nullable(oneOf(LIFECYCLES)),
    ...texts(IDENTITY_FIELDS),
    first_seen: instant,
    last_seen: instant,
    num_sessions: nullable(integer({ minimum: 0 })),
    revenue: amount,
    volume: amount,
    points: amount,
    activity_dates: nullable(array(string({ format: 'date' }))),
    ...texts(DEVICE_FIELDS),
    ...texts(first),
    ...texts(last),
    last_type: text,
    last_event: text,
    last_properties: nullable(string({ description: 'JSON text.' })),
    chains: optional(array(profileChainSchema)),
    apps: optional(array(profileAppSchema)),
    tokens: optional(array(profileTokenSchema)),
    labels: optional(array(profileLabelSchema)),
  },
  { title: 'Profile' },
);

/** The parameter `project_id` with a description of its own. */
export const projectQueryOf = (description: string) => ({
  project_id: optional(string({ maxLength: 200, description })),
});

/** `project_id` of every operation but deletions. */
export const projectQuery = projectQueryOf(
  'A project of the workspace. Default: all projects when reading; the only one when writing.',
);

export const expandQuery = {
  expand: optional(
    string({
      maxLength: 200,
      description:
        'Sections to add, separated by commas: apps, chains, tokens (50 of each), labels.',
    }),
  ),
};

/** Path of the operations on one wallet. */
export const profileParamsSchema = object({
  address: string({
    maxLength: 255,
    description: 'EVM address in any letter case, Solana address, or ENS name.',
  }),
});

export const profileQuerySchema = object({ ...expandQuery, ...projectQuery });

export type Profile = Infer<typeof profileSchema>;
export type ProfileQuery = Infer<typeof profileQuerySchema>;
