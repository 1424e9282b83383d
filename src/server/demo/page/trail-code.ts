// What the shop asks a wallet to sign and to send.

/** The shop's till on the made-up chain. */
const SHOP_ADDRESS = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';
/** 0.01 ether in wei, as EIP-1474 writes quantities. */
const BADGE_PRICE_WEI = `0x${(10n ** 16n).toString(16)}`;

const TRAIL_CODE = 'Trailhead: I stay on the path, carry out what I carry in, and leave no trace.';

/** `personal_sign` wants the UTF-8 bytes as hex. */
export function trailCodeMessage(): string {
  const bytes = new TextEncoder().encode(TRAIL_CODE);
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** A trail permit as EIP-712 typed data. */
export function trailPermit(hiker: string, chainId: string): string {
  return JSON.stringify({
    domain: { name: 'Trailhead', version: '1', chainId: Number(chainId) },
    primaryType: 'TrailPermit',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      TrailPermit: [
        { name: 'hiker', type: 'address' },
        { name: 'trail', type: 'string' },
        { name: 'days', type: 'uint8' },
      ],
    },
    message: { hiker, trail: 'North Ridge', days: 2 },
  });
}

/**
 * The mint. Only the demo wallet pays the price, on its made-up chain: a real wallet sends 0 ether to its
 * own address, so that nobody can lose money to a demo.
 */
export function mintTransaction(account: string, isDemoWallet: boolean) {
  return isDemoWallet
    ? { from: account, to: SHOP_ADDRESS, value: BADGE_PRICE_WEI, data: '0x1249c58b' }
    : { from: account, to: account, value: '0x0' };
}

/** Networks whose ether has no price: the only ones a real wallet may mint on here. */
export const TEST_NETWORKS = [
  { chainId: '0xaa36a7', name: 'Sepolia' },
  { chainId: '0x14a34', name: 'Base Sepolia' },
] as const;
