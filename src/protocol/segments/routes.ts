// The operations on segments (decision N-01).
import { projectQuery } from '../profiles/profile.js';
import { apiKey, type Route } from '../route.js';
import { object } from '../schema.js';
import {
  newSegmentSchema,
  segmentListQuerySchema,
  segmentListSchema,
  segmentParamsSchema,
  segmentSchema,
} from './segment.js';

const read = { tag: 'Segments', credential: apiKey('segments:read') } as const;
const write = { tag: 'Segments', credential: apiKey('segments:write'), idempotent: true } as const;
const segment = { path: '/v0/segments/{segmentId}', params: segmentParamsSchema } as const;

export const segmentRoutes = {
  listSegments: {
    ...read,
    method: 'GET',
    path: '/v0/segments',
    summary: 'Segments, the newest first.',
    query: segmentListQuerySchema,
    status: 200,
    answer: segmentListSchema,
  },
  createSegment: {
    ...write,
    method: 'POST',
    path: '/v0/segments',
    summary: 'Save conditions on wallets.',
    description: 'Its wallets are searched by `POST /v0/profiles?segment_id=...`.',
    query: object(projectQuery),
    body: newSegmentSchema,
    status: 201,
    answer: segmentSchema,
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  retrieveSegment: {
    ...read,
    ...segment,
    method: 'GET',
    summary: 'A segment.',
    status: 200,
    answer: segmentSchema,
    errors: ['NOT_FOUND'],
  },
  deleteSegment: {
    ...write,
    ...segment,
    method: 'DELETE',
    summary: 'Delete a segment.',
    status: 204,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
