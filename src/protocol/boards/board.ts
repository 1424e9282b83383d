// Boards: named collections of charts.
import { displayName } from '../display-name.js';
import { listAnswer, pageQuery } from '../lists.js';
import { projectQuery } from '../profiles/profile.js';
import { array, boolean, type Infer, nullable, object, optional, string } from '../schema.js';

const description = nullable(string({ maxLength: 2_000 }));

export const boardSchema = object(
  {
    id: string(),
    project_id: string(),
    enabled: boolean({ description: 'Whether anybody can read the board at its public address.' }),
    title: string(),
    description: nullable(string()),
    public_path: nullable(
      string({
        description:
          'Its public address, which needs no key while the board is enabled; cannot be guessed.',
      }),
    ),
    created_at: string({ format: 'date-time' }),
    updated_at: nullable(string({ format: 'date-time' })),
  },
  { title: 'Board' },
);

export type Board = Infer<typeof boardSchema>;

/** Either says whether the board is public (decision N-20). */
const publicFlags = {
  isPublic: optional(boolean({ description: 'Same as enabled.' })),
  enabled: optional(boolean()),
};

/** Body of `POST /v0/boards`. */
export const newBoardSchema = object(
  {
    title: displayName,
    description: optional(description),
    ...publicFlags,
  },
  { title: 'NewBoard' },
);

export type NewBoard = Infer<typeof newBoardSchema>;

/** Body of `PATCH /v0/boards/{boardId}`: what is left out stays. */
export const boardChangeSchema = object(
  {
    title: optional(displayName),
    description: optional(description),
    chart_order: optional(
      array(string(), {
        maxItems: 1_000,
        description:
          'The ids of charts, in the order in which the board shows them. Charts that it leaves out ' +
          'follow, the oldest first.',
      }),
    ),
    ...publicFlags,
  },
  { title: 'BoardChange' },
);

export type BoardChange = Infer<typeof boardChangeSchema>;

/** Path of the operations on one board, and the beginning of those on its charts. */
export const boardParams = { boardId: string({ description: 'Id of a board.' }) };

export const boardParamsSchema = object(boardParams);
export const projectQuerySchema = object(projectQuery);
export const boardListQuerySchema = object({
  ...pageQuery,
  ...projectQuery,
});
export const boardListSchema = listAnswer(boardSchema);
