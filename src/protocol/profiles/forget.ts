// Deletion of one person's data.
import { boolean, integer, object, optional, string } from '../schema.js';
import { projectQueryOf } from './profile.js';

const linked = optional(
  boolean({
    default: false,
    description:
      "Also the data under the other addresses, anonymous ids and user ids that the person's events carry.",
  }),
);

/**
 * `project_id` of a deletion. Unlike that of a write, leaving it out means all projects, so that
 * nothing is left anywhere.
 */
export const forgetProjectQuery = projectQueryOf(
  'Only in this project of the workspace. Default: in all of them.',
);

/** Query of `DELETE /v0/profiles/{address}`. */
export const forgetQuery = { linked, ...forgetProjectQuery };

/** What names a person; one of the ids is needed. */
export const forgetFields = {
  address: optional(string({ minLength: 1, maxLength: 128 })),
  anonymous_id: optional(string({ minLength: 1, maxLength: 255 })),
  user_id: optional(string({ minLength: 1, maxLength: 255 })),
  linked,
};

/** Body of `POST /v0/forget`. */
export const forgetBodySchema = object(forgetFields);

export const forgetAnswerSchema = object(
  {
    events: integer({ minimum: 0, description: 'Deleted from what is stored.' }),
    quarantined_events: integer({ minimum: 0, description: 'Deleted from what was refused.' }),
    ids: object({
      addresses: integer({ minimum: 0 }),
      anonymous_ids: integer({ minimum: 0 }),
      user_ids: integer({ minimum: 0 }),
    }),
  },
  { title: 'ForgetAnswer' },
);
