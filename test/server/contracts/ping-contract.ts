// A contract for tests that emits an event at each call, and its deployment.
import { id, toBeHex, zeroPadValue } from 'ethers';
import type { Anvil } from '../../e2e/wallets/anvil.js';
import { eventually } from '../../support/eventually.js';

export const PING_ABI = [
  {
    type: 'event',
    name: 'Ping',
    inputs: [
      { name: 'who', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
];

/**
 * Equals `event Ping(address indexed who, uint256 value); fallback() external { emit Ping(msg.sender, arg); }`:
 *
 *   PUSH1 2e  PUSH1 0c  PUSH1 0  CODECOPY  PUSH1 2e  PUSH1 0  RETURN        the constructor
 *   PUSH1 0  CALLDATALOAD  PUSH1 0  MSTORE                                  value: the first word of the call
 *   CALLER  PUSH32 keccak256("Ping(address,uint256)")                       the topics
 *   PUSH1 20  PUSH1 0  LOG2  STOP
 */
const BYTECODE = `0x602e600c600039602e6000f3600035600052337f${id('Ping(address,uint256)').slice(2)}60206000a200`;

interface Receipt {
  readonly contractAddress: string;
}

export interface PingContract {
  /** In lower case. */
  readonly address: string;
  /** The account of the node that calls it. */
  readonly caller: string;
  /** Sends each value in a transaction of its own, and so in a block of its own while the node mines automatically. */
  ping(...values: readonly number[]): Promise<void>;
}

export async function deployPing({ rpc }: Pick<Anvil, 'rpc'>): Promise<PingContract> {
  const [caller = ''] = (await rpc('eth_accounts')) as string[];
  const send = async (transaction: object) => {
    const hash = await rpc('eth_sendTransaction', [{ from: caller, ...transaction }]);
    const receipt = () => rpc('eth_getTransactionReceipt', [hash]) as Promise<Receipt | null>;
    return eventually(receipt);
  };
  const { contractAddress: address } = await send({ data: BYTECODE });
  return {
    address,
    caller,
    async ping(...values) {
      for (const value of values) {
        await send({ to: address, data: zeroPadValue(toBeHex(value), 32), gas: '0x30d40' });
      }
    },
  };
}
