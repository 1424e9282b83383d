// `client.segments`.

import type { NewSegment } from '../../protocol/segments/segment.js';
import type { RouteAnswer, Segment } from '../answers.js';
import type { ApiCall } from '../api-call.js';
import type { Operations, QueryOf, Sent } from '../operations.js';
import type { CallOptions } from '../options.js';
import { byPage, type PagedCall, pagedCall } from '../pages.js';

type SegmentList = QueryOf<'listSegments'>;
/** A new one, or one that was answered, with changes. */
type WholeSegment = Sent<NewSegment> | Segment;

/** The wallets of a segment: `client.profiles.search({ segment_id })`. */
export const createSegments = ({ call, write }: Operations) => ({
  list: (
    query: SegmentList = {},
    options?: CallOptions,
  ): PagedCall<Segment, RouteAnswer<'listSegments'>> =>
    pagedCall(
      (asked: SegmentList, rest) => call('GET /v0/segments', { query: asked }, rest),
      [query, options],
      byPage(),
    ),
  create: (
    { project_id, ...segment }: WholeSegment & QueryOf<'createSegment'>,
    options?: CallOptions,
  ): ApiCall<Segment> => {
    const body = segment as Sent<NewSegment>;
    return write('POST /v0/segments', { query: { project_id }, body }, options);
  },
  retrieve: (segmentId: string, options?: CallOptions): ApiCall<Segment> =>
    call('GET /v0/segments/{segmentId}', { params: { segmentId } }, options),
  delete: (segmentId: string, options?: CallOptions): ApiCall<void> =>
    write('DELETE /v0/segments/{segmentId}', { params: { segmentId } }, options),
});

export type Segments = ReturnType<typeof createSegments>;
