// Ties a call to the table of routes at compile time: its method and path name the operation, which
// gives it its types.
import type { Operation, RouteInput, Routes } from '../protocol/routes.js';
import type { RouteAnswer } from './answers.js';
import type { ApiCall } from './api-call.js';
import type { CallOptions, Query, Settings } from './options.js';
import type { Call } from './request-of.js';
import type { Requester } from './requester.js';

type AddressOf<O extends Operation> = `${Routes[O]['method']} ${Routes[O]['path']}`;

type WithFlag = {
  [O in Operation]: Routes[O] extends { readonly idempotent: true } ? O : never;
}[Operation];

type Addresses<O extends Operation> = { [K in O]: AddressOf<K> }[O];

/** Method and path of an operation that takes an idempotency key. */
export type IdempotentAddress = Addresses<WithFlag>;
/** Method and path of an operation that takes no idempotency key. */
export type PlainAddress = Addresses<Exclude<Operation, WithFlag>>;

export type OperationAt<A extends string> = {
  [O in Operation]: AddressOf<O> extends A ? O : never;
}[Operation];

export type QueryOf<O extends Operation> = NonNullable<RouteInput<O>['query']>;
/** What a caller may send: readonly lists too, such as those of `as const`. */
export type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { [K in keyof T]: Sent<T[K]> }
    : T;
export type BodyOf<O extends Operation> = Sent<NonNullable<RouteInput<O>['body']>>;

interface OperationInput<O extends Operation> extends Pick<Call, 'params' | 'bearer'> {
  readonly query?: Query | undefined;
  readonly body?: Sent<RouteInput<O>['body']>;
}

/** What resources are made of. */
export interface Operations {
  /** Query parameters of each call that does not set them itself. */
  readonly defaultQuery: Query;
  /** A read, or a write that may run twice without harm. */
  call<A extends PlainAddress>(
    address: A,
    input?: OperationInput<OperationAt<A>>,
    options?: CallOptions,
  ): ApiCall<RouteAnswer<OperationAt<A>>>;
  /** A write that the server runs once for one key. */
  write<A extends IdempotentAddress>(
    address: A,
    input?: OperationInput<OperationAt<A>>,
    options?: CallOptions,
  ): ApiCall<RouteAnswer<OperationAt<A>>>;
}

const split = (address: string): Pick<Call, 'method' | 'path'> => {
  const [method = '', path = ''] = address.split(' ');
  return { method, path };
};

export const createOperations = (
  request: Requester,
  { defaultQuery }: Pick<Settings, 'defaultQuery'>,
): Operations => ({
  defaultQuery,
  call: (address, input, options) => request({ ...split(address), ...input }, options),
  write: (address, input, options) =>
    request({ ...split(address), ...input, isIdempotent: true }, options),
});
