// Labels of a wallet: to write and to delete (decisions N-36 to N-41).
import { MAX_LABELS_PER_REQUEST } from '../limits.js';
import { array, type Infer, integer, object, optional, type Schema, string } from '../schema.js';

const TAG_ID = '^\\s*[A-Za-z0-9._:-]{1,128}\\s*$';
const tagId = string({ maxLength: 256, pattern: TAG_ID, description: 'Trimmed and lowercased.' });
const chainId = string({
  maxLength: 64,
  description: 'Empty, or `-` as profiles show it: the label is not for a chain.',
});

/** A label as it is sent. */
export const labelInputSchema = object(
  {
    tag_id: tagId,
    value: optional(string({ maxLength: 1_024, default: '' })),
    chain_id: optional({ ...chainId, default: '' } as Schema<string>),
    timestamp: optional(
      string({
        format: 'date-time',
        description: 'From 1970 on, not in the future. Default: now.',
      }),
    ),
    _is_deleted: optional(
      integer({ enum: [0, 1], default: 0, description: '1: the label ended at `timestamp`.' }),
    ),
  },
  { title: 'LabelInput' },
);

export const labelsInputSchema = array(labelInputSchema, {
  minItems: 1,
  maxItems: MAX_LABELS_PER_REQUEST,
});

/** One label, or an array of them: all are written or none. */
export const labelsBodySchema: Schema<LabelInput | LabelInput[]> = {
  anyOf: [labelInputSchema, labelsInputSchema],
};

/** A label as it is answered. */
export const labelSchema = object(
  {
    address: string(),
    tag_id: string(),
    value: string(),
    chain_id: string(),
    source: string(),
    timestamp: string({ format: 'date-time' }),
  },
  { title: 'Label' },
);

/** Answers one label for a body of one, an array for an array. */
export const labelsAnswerSchema: Schema<Label | Label[]> = {
  anyOf: [labelSchema, array(labelSchema)],
};

export const labelDeletionSchema = object(
  {
    tag_id: tagId,
    chain_id: optional({ ...chainId, default: '' } as Schema<string>),
  },
  { title: 'LabelDeletion' },
);

export type LabelInput = Infer<typeof labelInputSchema>;
export type Label = Infer<typeof labelSchema>;
export type LabelDeletion = Infer<typeof labelDeletionSchema>;
