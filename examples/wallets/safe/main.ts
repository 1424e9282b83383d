// A Safe app: the page runs inside Safe, whose provider acts for the Safe and not for an owner's key.
import type { Plugin } from 'chaintrail';
import { eip1193 } from 'chaintrail/wallets/eip1193';

/** @param provider `new SafeAppProvider(safe, sdk)` of `@safe-global/safe-apps-provider` */
export const safePlugins = (provider: object): Plugin[] => [
  eip1193(provider, { providerName: 'Safe' }),
];
