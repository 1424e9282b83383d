// Known answers: the hashes are test vectors of the Keccak team and go-ethereum, the addresses
// those of EIP-55.
import { describe, expect, it } from 'vitest';
import { createAddressWriter, toChecksumAddress } from '../../src/core/address.js';
import { keccak256 } from '../../src/core/keccak256.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('keccak256', () => {
  it.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    ['testing', '5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02'],
    [
      'Transfer(address,address,uint256)',
      'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    ],
    // 135, 136 and 137 bytes: the padding takes one byte, takes a block of its own, and follows a
    // full block.
    ['a'.repeat(135), '34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446'],
    ['a'.repeat(136), 'a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e'],
    ['a'.repeat(137), 'd869f639c7046b4929fc92a4d988a8b22c55fbadb802c0c66ebcd484f1915f39'],
  ])('hashes %j', (text, hash) => expect(keccak256(bytes(text))).toBe(hash));
});

describe('toChecksumAddress', () => {
  it.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('writes %s from any letter case', (address) => {
    expect(toChecksumAddress(address.toLowerCase())).toBe(address);
    expect(toChecksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  it.each(['7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs', 'vitalik.eth', '0x1234', ''])(
    'leaves %j unchanged',
    (other) => expect(toChecksumAddress(other)).toBe(other),
  );

  it('returns the same from its cache, also after the cache was full', () => {
    const write = createAddressWriter();
    const address = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
    const many = Array.from({ length: 120 }, (_, i) => `0x${String(i).padStart(40, '0')}`);
    for (const other of many) write(other);
    expect([write(address), write(address)]).toEqual(Array(2).fill(toChecksumAddress(address)));
  });
});
