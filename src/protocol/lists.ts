// Standard lists: the page that is asked for, and the answer around its entries (decision N-77).
import { LIST_SIZE } from './limits.js';
import { array, boolean, type Infer, integer, object, optional, type Schema } from './schema.js';

/** Query of every standard list. */
export const pageQuery = {
  page: optional(integer({ default: 1, minimum: 1, description: 'Page, from 1.' })),
  size: optional(integer({ ...LIST_SIZE, description: 'Entries of a page.' })),
};

const pageQuerySchema = object(pageQuery);

export type PageQuery = Infer<typeof pageQuerySchema>;

/** `{ data, total, page, size, has_more }` around entries of one shape. */
export const listAnswer = <T>(entry: Schema<T>) =>
  object({
    data: array(entry),
    total: integer({ minimum: 0, description: 'Entries of all pages.' }),
    page: integer({ minimum: 1, description: 'As asked for.' }),
    size: integer({ minimum: 1, description: 'As asked for.' }),
    has_more: boolean({ description: 'Whether a further page has entries.' }),
  });
