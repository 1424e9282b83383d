// The operation that tells what an API key may do, and where.
import { anyApiKey, type Route } from '../route.js';
import { array, type Infer, object, oneOf, string } from '../schema.js';
import { SCOPES } from '../scopes.js';

const instant = string({ format: 'date-time' });

export const projectSchema = object(
  { id: string(), name: string(), created_at: instant },
  { title: 'Project' },
);

/** What is answered about the key of a call: enough to recognise it by, but not the key itself. */
export const keySchema = object(
  {
    id: string(),
    name: string(),
    workspace_id: string(),
    scopes: array(oneOf(SCOPES), {
      description: 'What the key may do. Scopes cannot be added later.',
    }),
    created_at: instant,
    projects: array(projectSchema, {
      description: 'All projects of its workspace, the oldest first.',
    }),
  },
  { title: 'Key' },
);

export type Key = Infer<typeof keySchema>;
export type Project = Infer<typeof projectSchema>;

export const keyRoutes = {
  retrieveKey: {
    method: 'GET',
    path: '/v0/key',
    tag: 'Keys',
    summary: 'The API key of the request: its scopes, and the projects of its workspace.',
    credential: anyApiKey,
    status: 200,
    answer: keySchema,
  },
} as const satisfies Record<string, Route>;
