// A separate workspace on a pair of servers, with requests on its behalf.
import { randomBytes } from 'node:crypto';
import { eventually } from '../../support/eventually.js';
import type { ServerIndex, ServerPair } from '../../support/server-pair.js';
import {
  ANY_ALERT,
  type Call,
  contract,
  type Resources,
  segment,
} from '../../support/valid-calls.js';

export interface TestWorkspace {
  readonly projectId: string;
  readonly writeKey: string;
  ask(
    index: ServerIndex,
    call: Call,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  /** Like `ask`, for a request that must succeed; returns its body. */
  done(call: Call): Promise<unknown>;
  /** Creates new resources, named after the workspace, with the wallet that all workspaces share. */
  makeResources(): Promise<Resources>;
}

/** A wallet that every workspace has. */
export const SHARED_WALLET = '0x00000000000000000000000000000000000000aa';

export const openWorkspace = async (pair: ServerPair, name: string): Promise<TestWorkspace> => {
  const { call: admin } = await pair.admin(0);
  const { id: workspace } = await admin('workspace.create', { name });
  const { id: projectId, write_key: writeKey } = await admin('project.create', { name, workspace });
  const { api_key: apiKey } = await admin('keys.create', { name, scopes: ['all'], workspace });

  const ask: TestWorkspace['ask'] = (index, { method, path, body }, headers = {}) =>
    fetch(`${pair.server(index).url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${path === '/v0/raw_events' ? writeKey : apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const done: TestWorkspace['done'] = async (call) => {
    // 503 asks to repeat the request, as when the analytics database does not tell its time within two seconds.
    const [response, text] = await eventually(async () => {
      const answer = await ask(0, call);
      const body = await answer.text();
      return answer.status !== 503 && ([answer, body] as const);
    });
    if (!response.ok) throw new Error(`${call.method} ${call.path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const make = async (path: string, body: object): Promise<string> =>
    ((await done({ method: 'POST', path, body })) as { id: string }).id;

  const makeAlert = async (): Promise<string> => {
    // There is no mail server here: its messages are only logged.
    const recipient = [{ type: 'email', value: [`${name}@example.com`] }];
    const body = { ...ANY_ALERT, name: `${name} alert`, recipient };
    const answer = await done({ method: 'POST', path: '/v0/alerts', body });
    const { id } = (answer as { data: { id: string } }).data;
    await done({ method: 'POST', path: `/v0/alerts/${id}/test` });
    return id;
  };

  return {
    projectId,
    writeKey,
    ask,
    done,
    async makeResources() {
      const boardId = await make('/v0/boards', { title: `${name} board` });
      const chart = {
        chart_type: 'table',
        title: `${name} chart`,
        query: 'SELECT * FROM events',
      };
      const contractAddress = `0x${randomBytes(20).toString('hex')}`;
      await done({
        method: 'POST',
        path: '/v0/contracts',
        body: contract(`${name} contract`, contractAddress),
      });
      return {
        projectId,
        writeKey,
        boardId,
        chartId: await make(`/v0/boards/${boardId}/charts`, chart),
        emptyBoardId: await make('/v0/boards', { title: `${name} empty` }),
        contractAddress,
        segmentId: await make('/v0/segments', segment(`${name} segment`)),
        address: SHARED_WALLET,
        alertId: await makeAlert(),
      };
    },
  };
};
