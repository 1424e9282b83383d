// `POST /v0/profiles`: searches the wallets of a workspace.
import { MAX_PROFILE_CONDITIONS, PROFILE_LIMIT, PROFILE_OFFSET } from '../limits.js';
import {
  anything,
  array,
  type Infer,
  integer,
  object,
  oneOf,
  optional,
  string,
} from '../schema.js';
import { expandQuery, profileSchema, projectQuery } from './profile.js';
import { PROFILE_ORDERS } from './profile-fields.js';

/** Operators of a profile condition (API document; decision N-28: these eight). */
export const PROFILE_OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'nin'] as const;

export const profileConditionSchema = object(
  {
    field: string({
      minLength: 1,
      maxLength: 300,
      description:
        'users.<field>, chains.balance, chains.<chain_id>.balance, apps.[<chain_id>.]<app_id>.balance, ' +
        'tokens.[<chain_id>.]<token_address>.balance or labels.<tag_id>. Balances of chains and apps ' +
        'are in US dollars, of tokens in units of the token.',
    }),
    op: oneOf(PROFILE_OPERATORS, {
      description:
        '`neq` and `nin` match whatever `eq` and `in` do not, the unknown included; of `chains.balance` each operator asks whether it holds for any chain.',
    }),
    value: anything({ description: 'String, number, boolean, or for `in` and `nin` an array.' }),
    scope: optional(
      oneOf(['any', 'protocol'], { description: 'Tokens only. `protocol`: deposited in one.' }),
    ),
    appId: optional(
      string({ minLength: 1, maxLength: 200, description: 'With scope `protocol`: in this one.' }),
    ),
  },
  { title: 'ProfileCondition', additionalProperties: false },
);

/** Body of `POST /v0/profiles`; it may be absent. */
export const profileSearchBodySchema = object(
  {
    conditions: optional(array(profileConditionSchema, { maxItems: MAX_PROFILE_CONDITIONS })),
    logic: optional(oneOf(['and', 'or'], { default: 'and', description: 'All match, or any.' })),
  },
  { title: 'ProfileSearch' },
);

/** Query of `POST /v0/profiles`. */
export const profileSearchQuerySchema = object({
  address: optional(string({ maxLength: 255, description: 'Only this wallet.' })),
  segment_id: optional(
    string({ maxLength: 255, description: 'Only wallets of this segment, in its project.' }),
  ),
  ...expandQuery,
  order_by: optional(
    oneOf(PROFILE_ORDERS, {
      default: PROFILE_ORDERS[0],
      description: 'Field to sort by; ties are sorted by address.',
    }),
  ),
  order_dir: optional(oneOf(['desc', 'asc'], { default: 'desc', description: 'Nulls stay last.' })),
  limit: optional(
    integer({ ...PROFILE_LIMIT, description: 'Maximum number of wallets to return.' }),
  ),
  offset: optional(integer({ ...PROFILE_OFFSET, description: 'Number of wallets to skip.' })),
  ...projectQuery,
});

export const profileSearchAnswerSchema = object(
  {
    data: array(profileSchema),
    meta: object({
      total: integer({ minimum: 0, description: 'Matches before limit and offset.' }),
      limit: integer(),
      offset: integer(),
    }),
  },
  { title: 'ProfileSearchAnswer' },
);

export type ProfileOperator = (typeof PROFILE_OPERATORS)[number];
export type ProfileCondition = Infer<typeof profileConditionSchema>;
export type ProfileSearchQuery = Infer<typeof profileSearchQuerySchema>;
export type ProfileSearchBody = Infer<typeof profileSearchBodySchema>;
export type ProfileSearchAnswer = Infer<typeof profileSearchAnswerSchema>;
