// The form of a contract: which events of an ABI it offers, and what it sends.
import { describe, expect, it } from 'vitest';
import {
  contractDraftOf,
  contractOf,
  eventsOf,
  newContract,
  withAbi,
} from '../../src/dashboard/state/contract-draft.js';
import type { Contract } from '../../src/protocol/contracts/contract.js';
import { readContractEvents } from '../../src/server/contracts/read-abi.js';

const input = (type: string, name = '', indexed = false) => ({ type, name, indexed });
const event = (name: string, ...inputs: readonly object[]) => ({ type: 'event', name, inputs });

const TRANSFER = event(
  'Transfer',
  input('address', 'from', true),
  input('address', 'to', true),
  input('uint256', 'value'),
);
const TRANSFER_WITH_DATA = event('Transfer', input('address', 'from'), input('bytes'));
const FILLED = event('Filled', {
  ...input('tuple[2][]', 'orders'),
  components: [
    { type: 'uint256', name: '' },
    { type: 'tuple', name: 'fee', components: [{ type: 'address', name: 'to' }] },
  ],
});
const ANONYMOUS = { ...event('Logged'), anonymous: true };
const MINT = { type: 'function', name: 'mint', inputs: [], outputs: [] };
const ENTRIES = [MINT, TRANSFER, TRANSFER_WITH_DATA, FILLED, ANONYMOUS];
const ABI = JSON.stringify(ENTRIES, null, 2);

const SIGNATURES = [
  'Transfer(address indexed from, address indexed to, uint256 value)',
  'Transfer(address from, bytes)',
  'Filled((uint256,(address))[2][] orders)',
  'Logged()',
];
const signaturesIn = (abi: string) => eventsOf(abi)?.map(({ signature }) => signature);

const written = (abi: string) => ({
  ...withAbi(newContract(''), abi),
  ...{ name: ' Vault ', chain: ' 8453 ', address: ` 0x${'ab'.repeat(20)} ` },
});

describe('the events of an ABI', () => {
  it("are listed in Solidity's notation", () => {
    expect(signaturesIn(ABI)).toEqual(SIGNATURES);
  });

  it('are found in the artifact of a compiler, of which only the ABI is sent', () => {
    const artifact = JSON.stringify({ contractName: 'Vault', abi: ENTRIES, bytecode: '0x60' });
    expect(signaturesIn(artifact)).toEqual(SIGNATURES);
    expect(JSON.parse(contractOf(written(artifact)).abi)).toEqual(ENTRIES);
    expect(contractOf(written(` ${ABI}\n`)).abi).toBe(ABI);
  });

  it.each([...['', '{', 'null', '7', '"Transfer(address)"', '{}', '{"abi":{}}']])(
    'are unknown of %j',
    (text) => {
      expect(eventsOf(text)).toBeUndefined();
      expect(contractOf(written(text)).events).toEqual([]);
    },
  );

  it('are empty if no entry is an event', () => {
    const odd = [null, 7, [], { type: 'event' }, { type: 'event', name: 7 }, MINT];
    expect(eventsOf(JSON.stringify(odd))).toEqual([]);
    const bare = [{ type: 'event', name: 'Bare' }, event('Odd', [])];
    expect(signaturesIn(JSON.stringify(bare))).toEqual(['Bare()', 'Odd()']);
  });
});

describe('the selected events', () => {
  it('are all events of a small ABI, and none of a large one at first', () => {
    expect(written(ABI).events).toEqual(SIGNATURES);
    const many = Array.from({ length: 11 }, (_, at) => event(`Event${at}`));
    expect(written(JSON.stringify(many)).events).toEqual([]);
  });

  it('stay selected while the ABI is edited, as far as it contains them', () => {
    const chosen = { ...written(ABI), events: SIGNATURES.slice(1, 3) };
    const torn = withAbi(chosen, ABI.slice(0, -1));
    expect(withAbi(torn, ABI)).toEqual(chosen);
    const fewer = withAbi(chosen, JSON.stringify([FILLED, ANONYMOUS]));
    expect(fewer.events).toEqual(SIGNATURES.slice(2, 3));
  });

  it('are those that the server reads, also with overloaded names', () => {
    for (const signature of SIGNATURES) {
      const sent = contractOf({ ...written(ABI), events: [signature] });
      expect(sent).toMatchObject({ name: 'Vault', chain: 8453, address: `0x${'ab'.repeat(20)}` });
      const events = readContractEvents(sent);
      const contract: Contract = {
        ...{ ...sent, events, project_id: 'prj', start_block: 0 },
        ...{ read_to_block: null, read_error: null, created_at: '', updated_at: null },
      };
      const draft = contractDraftOf(contract);
      expect(draft.events).toEqual([signature]);
      expect(contractOf(draft)).toEqual({ ...sent, start_block: 0 });
    }
  });
});
