// What `import ... from 'chaintrail/testing'` gives: a tracker and a wallet for an app's own tests.
export {
  createTestTracker,
  type TestTracker,
  type TestTrackerOptions,
  type WaitOptions,
} from './create-test-tracker.js';
export {
  createTestWallet,
  type TestCall,
  type TestProvider,
  type TestWallet,
  type TestWalletOptions,
} from './create-test-wallet.js';
export type { TestClock } from './hand-clock.js';
export type { FailOptions, TestEvent } from './test-server.js';
