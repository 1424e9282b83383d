// `client.profiles`: what is known of wallets, and the labels that a team gives them.
import type { LabelDeletion, LabelInput } from '../../protocol/profiles/labels.js';
import type { ProfileSearchBody } from '../../protocol/profiles/search.js';
import type { Label, Profile, RouteAnswer } from '../answers.js';
import { type ApiCall, mapCall } from '../api-call.js';
import type { BodyOf, Operations, QueryOf, Sent } from '../operations.js';
import type { CallOptions } from '../options.js';
import { byTotal, type PagedCall, pagedCall } from '../pages.js';
import { unwrapped } from '../unwrapped.js';

/** `expand` may be given as a list. */
type Expandable<Q> = Omit<Q, 'expand'> & { expand?: string | readonly string[] | undefined };

/** Conditions and their logic, with the page and order in which matches are answered. */
export type ProfileSearch = Sent<ProfileSearchBody> & Expandable<QueryOf<'searchProfiles'>>;

/** Which project, where the workspace has several. */
type InProject = QueryOf<'upsertLabels'>;

const createLabels = ({ write }: Operations) => {
  function upsert(
    address: string,
    label: LabelInput,
    query?: InProject,
    options?: CallOptions,
  ): ApiCall<Label>;
  function upsert(
    address: string,
    labels: readonly LabelInput[],
    query?: InProject,
    options?: CallOptions,
  ): ApiCall<Label[]>;
  function upsert(
    address: string,
    body: LabelInput | readonly LabelInput[],
    ...[query, options]: [query?: InProject, options?: CallOptions]
  ) {
    const path = 'POST /v0/profiles/{address}/labels';
    return write(path, { params: { address }, query, body }, options) as ApiCall<never>;
  }
  return {
    /** One label, or an array of them: all are written or none. */
    upsert,
    /**
     * Deletes a label; resolves also when there is none. Without `chain_id` it is the label of no
     * chain.
     */
    delete: (
      address: string,
      { project_id, ...label }: LabelDeletion & InProject,
      options?: CallOptions,
    ): ApiCall<void> =>
      write(
        'DELETE /v0/profiles/{address}/labels',
        { params: { address }, query: { project_id }, body: label },
        options,
      ),
  };
};

export function createProfiles(operations: Operations) {
  const { call } = operations;
  return {
    search: (
      { conditions, logic, ...query }: ProfileSearch = {},
      options?: CallOptions,
    ): PagedCall<Profile, RouteAnswer<'searchProfiles'>> =>
      pagedCall(
        (asked: Omit<ProfileSearch, 'conditions' | 'logic'>, rest) =>
          call('POST /v0/profiles', { query: { ...asked }, body: { conditions, logic } }, rest),
        [query, options],
        byTotal<Profile, typeof query>() as never,
      ),
    /** @param address EVM in any letter case, Solana, or an ENS name */
    retrieve: (
      address: string,
      query: Expandable<QueryOf<'getProfile'>> = {},
      options?: CallOptions,
    ): ApiCall<Profile> =>
      mapCall(
        call('GET /v0/profiles/{address}', { params: { address }, query: { ...query } }, options),
        unwrapped<Profile>,
      ),
    /** Deletes what is known of a wallet, for good; resolves also when nothing is known. */
    delete: (
      address: string,
      query: QueryOf<'deleteProfile'> = {},
      options?: CallOptions,
    ): ApiCall<void> =>
      call('DELETE /v0/profiles/{address}', { params: { address }, query }, options),
    /** Deletes one person's data, by address, anonymous id or user id. */
    forget: (
      { project_id, ...body }: BodyOf<'forgetPerson'> & QueryOf<'forgetPerson'>,
      options?: CallOptions,
    ): ApiCall<RouteAnswer<'forgetPerson'>> =>
      call('POST /v0/forget', { query: { project_id }, body }, options),
    labels: createLabels(operations),
  };
}

export type Profiles = ReturnType<typeof createProfiles>;
