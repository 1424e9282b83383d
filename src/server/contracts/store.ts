// The SQL of contracts. `replace` and `remove` take an id that `find` returned for the caller's projects.
import type { ContractEvent } from '../../protocol/contracts/contract.js';
import { type PageOfRows, readPage } from '../database/application/read-page.js';
import type { ApplicationSql, SqlValue } from '../database/ports.js';
import type { RowWindow } from '../list-page.js';

export interface ContractRow {
  readonly id: string;
  readonly project_id: string;
  readonly chain_id: number;
  /** Lower case. */
  readonly address: string;
  readonly name: string;
  readonly abi: string;
  readonly events: ContractEvent[];
  readonly start_block: number | null;
  /** The next block to read; null before the first reading. */
  readonly next_block: number | null;
  readonly read_error: string | null;
  /** ISO 8601. */
  readonly created_at: string;
  readonly updated_at: string | null;
}

/** Identifies a contract in a workspace, unless several of its projects have it. */
export interface ContractPlace {
  readonly projects: readonly string[];
  readonly chainId: number;
  /** Lower case. */
  readonly address: string;
}

export type ContractContent = Pick<ContractRow, 'name' | 'abi' | 'events' | 'start_block'>;

export interface ContractsStore {
  list(projects: readonly string[], window: RowWindow): Promise<PageOfRows<ContractRow>>;
  /** One row for each project that has the contract. */
  find(place: ContractPlace): Promise<readonly ContractRow[]>;
  /** `undefined` when the project has the contract already. */
  insert(
    contract: ContractContent & Pick<ContractRow, 'id' | 'project_id' | 'chain_id' | 'address'>,
  ): Promise<ContractRow | undefined>;
  /** Reading begins anew when the events or the start block change. */
  replace(id: string, content: ContractContent): Promise<ContractRow | undefined>;
  remove(id: string): Promise<boolean>;
}

const COLUMNS = `id, project_id, chain_id, address, name, abi, events, start_block, next_block,
  read_error, created_at, updated_at`;

export function createContractsStore(sql: ApplicationSql): ContractsStore {
  const many = (text: string, params: readonly SqlValue[]): Promise<readonly ContractRow[]> =>
    sql.query<ContractRow>(text, params);

  return {
    list: (projects, window) =>
      readPage(
        sql,
        {
          ...{ columns: COLUMNS, table: 'contracts', where: 'project_id = ANY ($1)' },
          ...{ order: 'created_at DESC, id', first: projects },
        },
        window,
      ),
    find: ({ projects, chainId, address }) =>
      many(
        `SELECT ${COLUMNS} FROM contracts
         WHERE project_id = ANY ($1) AND chain_id = $2 AND address = $3 ORDER BY project_id`,
        [projects, chainId, address],
      ),
    async insert({ id, project_id, chain_id, address, name, abi, events, start_block }) {
      const [row] = await many(
        `INSERT INTO contracts
           (id, project_id, chain_id, address, name, abi, events, start_block, first_block, next_block)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8::bigint, $8::bigint, $8::bigint)
         ON CONFLICT (project_id, chain_id, address) DO NOTHING RETURNING ${COLUMNS}`,
        [id, project_id, chain_id, address, name, abi, JSON.stringify(events), start_block],
      );
      return row;
    },
    async replace(id, { name, abi, events, start_block }) {
      const [row] = await many(
        `UPDATE contracts SET
           name = $2, abi = $3, events = ($4::text)::json, start_block = $5::bigint,
           first_block = coalesce($5::bigint, first_block),
           next_block = CASE
             WHEN events::text = $4::text
               AND coalesce($5::bigint, first_block) IS NOT DISTINCT FROM first_block
             THEN next_block ELSE coalesce($5::bigint, first_block) END,
           revision = revision + 1, read_error = NULL, updated_at = now()
         WHERE id = $1 RETURNING ${COLUMNS}`,
        [id, name, abi, JSON.stringify(events), start_block],
      );
      return row;
    },
    remove: async (id) =>
      (await many('DELETE FROM contracts WHERE id = $1 RETURNING id', [id])).length > 0,
  };
}
