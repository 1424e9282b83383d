// `POST /v0/import`: makes wallets known to a project (decision N-58).
import { MAX_IMPORTED_ADDRESSES } from '../limits.js';
import { anything, array, type Infer, integer, object, optional, string } from '../schema.js';

export const importBodySchema = object({
  addresses: array(anything(), {
    minItems: 1,
    maxItems: MAX_IMPORTED_ADDRESSES,
    description: 'EVM addresses in any letter case and Solana addresses.',
  }),
  writeKey: string({
    minLength: 1,
    maxLength: 2_048,
    description: 'Write key of a project of the workspace.',
  }),
});

export const importAnswerSchema = object(
  {
    successful_rows: integer({ minimum: 0 }),
    quarantined_rows: integer({ minimum: 0 }),
    errors: optional(
      array(
        object({
          index: integer({ minimum: 0, description: 'Index in `addresses`.' }),
          address: string({ description: 'As sent, at most 128 characters of it.' }),
          reason: string(),
        }),
        { description: 'Every address that was not accepted.' },
      ),
    ),
  },
  { title: 'ImportAnswer' },
);

export type ImportAnswer = Infer<typeof importAnswerSchema>;
