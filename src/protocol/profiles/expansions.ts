// The sections of a profile that are answered when `expand` asks for them.
import { integer, nullable, number, object, string } from '../schema.js';

const chainId = string({ description: 'Decimal id of the chain.' });
const usd = number({ description: 'US dollars.' });

export const profileChainSchema = object(
  {
    chain_id: chainId,
    net_worth_usd: usd,
    tx_count: integer({ minimum: 0 }),
    first_onchain: nullable(string({ format: 'date-time' })),
    last_onchain: nullable(string({ format: 'date-time' })),
  },
  { title: 'ProfileChain' },
);

export const profileAppSchema = object(
  {
    chain_id: chainId,
    id: string(),
    name: string(),
    img: nullable(string()),
    url: nullable(string()),
    balance_usd: usd,
  },
  { title: 'ProfileApp' },
);

export const profileTokenSchema = object(
  {
    chain_id: chainId,
    token_address: string(),
    app_id: string({ description: 'The protocol that holds it; empty when the wallet does.' }),
    name: string(),
    symbol: string(),
    img: nullable(string()),
    decimals: integer({ minimum: 0 }),
    price: usd,
    balance: string({ description: 'Units of the token, a decimal number as text.' }),
    balance_usd: usd,
  },
  { title: 'ProfileToken' },
);

export const profileLabelSchema = object(
  {
    id: string(),
    value: string(),
    chain_id: string({ description: '`-` if the label is not for a chain.' }),
    source: string(),
  },
  { title: 'ProfileLabel' },
);
