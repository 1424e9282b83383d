// One way to read a chain id, in whatever form a wallet, a library or an app gives it.

const EVM_PREFIX = 'eip155:';

/**
 * A chain id as a number, from a number, bigint, decimal or hex string, CAIP-2 (`eip155:1`), or an
 * object with a `chainId`. A CAIP-2 id of another namespace stays a string; anything else is undefined.
 */
export const readChainId = (value: unknown): number | string | undefined => {
  if (typeof value === 'number' || typeof value === 'bigint') {
    const id = Number(value);
    return Number.isSafeInteger(id) && id >= 0 ? id : undefined;
  }
  if (typeof value === 'string') {
    const text = value.trim();
    if (text.startsWith(EVM_PREFIX)) return readChainId(text.slice(EVM_PREFIX.length));
    if (/^(0x[0-9a-f]+|\d+)$/i.test(text)) return readChainId(Number(text));
    return /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(text) ? text : undefined;
  }
  if (typeof value === 'object' && value !== null && 'chainId' in value) {
    return readChainId(value.chainId);
  }
  return undefined;
};
