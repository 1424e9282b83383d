// The payment settings of servers in tests; nothing is ever really paid.
import type { PaymentSettings } from '../../../src/server/payments/payment-settings.js';

export const PAYMENTS: PaymentSettings = {
  url: 'http://127.0.0.1:1',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  network: 'base-sepolia',
  asset: { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC', version: '2' },
  amount: '10000',
  workspaceId: 'ws_1',
};
