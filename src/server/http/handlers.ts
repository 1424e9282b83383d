// What a handler of an API operation is given and answers.
import type { Operation, RouteAnswer, RouteInput, Routes } from '../../protocol/routes.js';
import type { WorkspaceIdentity } from '../keys/api-keys.js';

/** The operations that an API key opens. */
export type ApiOperation = {
  [O in Operation]: Routes[O]['credential']['kind'] extends 'api_key' ? O : never;
}[Operation];

export interface ApiRequest<O extends ApiOperation> {
  /** Checked against the route's schemas. */
  readonly input: RouteInput<O>;
  readonly identity: WorkspaceIdentity;
}

/** One handler for each operation of the table of routes. */
export type ApiHandlers = {
  readonly [O in ApiOperation]: (
    request: ApiRequest<O>,
  ) => Routes[O] extends { readonly answer: unknown } ? Promise<RouteAnswer<O>> : Promise<void>;
};
