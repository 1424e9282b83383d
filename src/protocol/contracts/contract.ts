// Contracts: registered for their logs to become `decoded_log` events.

import { displayName } from '../display-name.js';
import { MAX_ABI_LENGTH, MAX_CONTRACT_EVENTS } from '../limits.js';
import { listAnswer, pageQuery } from '../lists.js';
import { projectQuery } from '../profiles/profile.js';
import {
  anything,
  array,
  boolean,
  type Infer,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  record,
  string,
} from '../schema.js';

const inputs = array(record(anything()), {
  maxItems: 100,
  description: 'As in ABI JSON: name, type, indexed, internalType, components.',
});

const eventName = string({ minLength: 1, maxLength: 255 });

const text = {
  name: displayName,
  chain: integer({ description: 'EVM chain ID.' }),
  abi: string({ minLength: 2, maxLength: MAX_ABI_LENGTH, description: 'A JSON array, as text.' }),
};

const startBlock = optional(
  integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The first block to read. Default: the latest block at registration.',
  }),
);

/** Body of `POST /v0/contracts` and `PUT /v0/contracts/{chain}/{address}`. */
export const newContractSchema = object(
  {
    ...text,
    address: string({ maxLength: 64, description: 'In any letter case.' }),
    events: array(
      object(
        {
          name: eventName,
          type: optional(oneOf(['event'])),
          inputs: optional(inputs),
          anonymous: optional(boolean()),
        },
        { additionalProperties: true },
      ),
      {
        maxItems: MAX_CONTRACT_EVENTS,
        description:
          'Events of the ABI whose logs are read; the name alone is enough if it is unique.',
      },
    ),
    start_block: startBlock,
  },
  { title: 'NewContract' },
);

export const contractSchema = object(
  {
    project_id: string(),
    ...text,
    address: string({ description: 'EIP-55 checksum.' }),
    events: array(
      object(
        { anonymous: boolean(), inputs, name: eventName, type: oneOf(['event']) },
        { additionalProperties: true },
      ),
      { maxItems: MAX_CONTRACT_EVENTS },
    ),
    start_block: startBlock,
    read_to_block: nullable(
      integer({ minimum: 0, description: 'The last block whose logs have been read.' }),
    ),
    read_error: nullable(
      string({ description: 'Why reading is stopped at the moment; the server tries again.' }),
    ),
    created_at: string({ format: 'date-time' }),
    updated_at: nullable(string({ format: 'date-time' })),
  },
  { title: 'Contract' },
);

export const contractParamsSchema = object({
  chain: string({ description: 'EVM chain ID.' }),
  address: string({ description: 'Address of the contract, in any letter case.' }),
});
export const contractQuerySchema = object(projectQuery);
export const contractListQuerySchema = object({ ...pageQuery, ...projectQuery });
export const contractListSchema = listAnswer(contractSchema);

export type NewContract = Infer<typeof newContractSchema>;
export type Contract = Infer<typeof contractSchema>;
export type ContractEvent = Contract['events'][number];
