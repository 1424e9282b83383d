// Contracts, how far their logs are read, and which blocks of their chains were read.
import type { Migration } from '../../ports.js';

export const contractsMigration: Migration = {
  id: '0005-contracts',
  statements: [
    // `first_block` is where reading began when nobody said where; `revision` grows with each change.
    `CREATE TABLE IF NOT EXISTS contracts (
      id          text PRIMARY KEY,
      project_id  text NOT NULL REFERENCES projects (id),
      chain_id    bigint NOT NULL,
      address     text NOT NULL,
      name        text NOT NULL,
      abi         text NOT NULL,
      events      json NOT NULL,
      start_block bigint,
      first_block bigint,
      next_block  bigint,
      revision    integer NOT NULL DEFAULT 1,
      read_error  text,
      created_at  timestamptz NOT NULL DEFAULT now(),
      updated_at  timestamptz,
      UNIQUE (project_id, chain_id, address)
    )`,
    'CREATE INDEX IF NOT EXISTS contracts_by_chain ON contracts (chain_id, next_block)',
    // The latest blocks that were read: those with logs, and the ends of ranges.
    `CREATE TABLE IF NOT EXISTS chain_blocks (
      chain_id bigint NOT NULL,
      number   bigint NOT NULL,
      hash     text NOT NULL,
      day      date NOT NULL,
      PRIMARY KEY (chain_id, number)
    )`,
    // Blocks that a chain gave up after they were read, and how often: it may come back to one.
    `CREATE TABLE IF NOT EXISTS chain_orphans (
      chain_id bigint NOT NULL,
      hash     text NOT NULL,
      times    integer NOT NULL,
      PRIMARY KEY (chain_id, hash)
    )`,
  ],
};
