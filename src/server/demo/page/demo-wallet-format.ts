// How the demo wallet reads what it is asked to sign and send, and what its receipts look like.
import { DEMO_CHAINS, type DemoTransaction } from './demo-wallet-state.js';
import { createProviderError } from './provider.js';

const WEI_PER_ETHER = 10n ** 18n;

/** `0x2386f26fc10000` -> `0.01 ETH` */
export function formatEther(wei: unknown): string {
  if (wei === undefined) return '0 ETH';
  try {
    const value = BigInt(wei as string);
    const fraction = (value % WEI_PER_ETHER).toString().padStart(18, '0').replace(/0+$/, '');
    return `${value / WEI_PER_ETHER}${fraction === '' ? '' : `.${fraction}`} ETH`;
  } catch {
    throw createProviderError(
      'invalidParams',
      `The value ${String(wei)} is no 0x-prefixed number.`,
    );
  }
}

/** The text of `personal_sign`, which comes as hex of UTF-8 or, from careless apps, as plain text. */
export function readMessage(message: unknown): string {
  const text = String(message);
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) return text;
  const bytes = text.slice(2).match(/../g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}

/** The lines of typed data that a person can judge: whose it is, what kind, and its fields. */
export function describeTypedData(typedData: unknown): (readonly [string, string])[] {
  const data = parseObject(typedData);
  const domain = parseObject(data.domain);
  const message = parseObject(data.message);
  return [
    ['App', String(domain.name ?? 'unnamed')],
    ['Kind', String(data.primaryType ?? 'unnamed')],
    ...Object.entries(message).map(([name, value]) => [name, String(value)] as const),
  ];
}

export function chainName(chainId: string): string {
  return DEMO_CHAINS.find((chain) => chain.chainId === chainId)?.name ?? chainId;
}

export function toReceipt(transaction: DemoTransaction) {
  const { hash, from, to, minedAt } = transaction;
  return {
    transactionHash: hash,
    transactionIndex: '0x0',
    // A made-up chain with a block each second.
    blockNumber: `0x${Math.floor(minedAt / 1_000).toString(16)}`,
    blockHash: `0x${hash.slice(2).split('').reverse().join('')}`,
    from,
    to,
    status: '0x1',
    type: '0x2',
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    effectiveGasPrice: '0x3b9aca00',
    contractAddress: null,
    logs: [],
    logsBloom: `0x${'0'.repeat(512)}`,
  };
}

export function requireObject(value: unknown, method: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw createProviderError('invalidParams', `${method} wants an object as its first parameter.`);
}

export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return `0x${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function parseObject(value: unknown): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return requireObject(parsed, 'eth_signTypedData_v4');
  } catch {
    throw createProviderError('invalidParams', 'eth_signTypedData_v4 wants EIP-712 typed data.');
  }
}
