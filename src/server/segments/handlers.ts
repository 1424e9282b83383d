// The operations on segments.
import type { segmentRoutes } from '../../protocol/segments/routes.js';
import type { ApiHandlers } from '../http/handlers.js';
import type { SegmentsService } from './service.js';

export const segmentsHandlers = (
  segments: SegmentsService,
): Pick<ApiHandlers, keyof typeof segmentRoutes> => ({
  listSegments: ({ input, identity }) => segments.list(identity, input.query),
  createSegment: ({ input, identity }) =>
    segments.create(identity, input.body, input.query.project_id),
  retrieveSegment: ({ input, identity }) => segments.retrieve(identity, input.params.segmentId),
  deleteSegment: ({ input, identity }) => segments.remove(identity, input.params.segmentId),
});
