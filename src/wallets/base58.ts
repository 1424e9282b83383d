// Base58 as Solana writes addresses and signatures: no 0, O, I, l.

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export const toBase58 = (bytes: Uint8Array): string => {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = ALPHABET[Number(rest % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  // Leading zero bytes vanish in the number, so each is written as the digit `1`.
  return ALPHABET.charAt(0).repeat(zeros < 0 ? bytes.length : zeros) + text;
};
