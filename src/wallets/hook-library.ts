// Hooks the functions of a library (viem, ethers) by which an app uses a wallet, instead of the
// wallet's provider.

import { attempt } from '../core/attempt.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import type { CreateHook } from './hook-provider.js';
import { install, type Undos, uninstall } from './install-hooks.js';
import { passOn, watchCalls } from './watch-call.js';
import { wrapMethod } from './wrap-method.js';

/** A library's call, as the JSON-RPC request that a wallet would get. */
export interface LibraryCall {
  readonly method: string;
  readonly params: unknown;
  readonly more?: Partial<TransactionEvent> | undefined;
}

/** Reads from a function's arguments what the wallet is asked. May throw. */
export type ReadCall = (...input: never[]) => LibraryCall;

export interface Library {
  readonly target: object;
  /** By the function's name. */
  readonly calls: Readonly<Record<string, ReadCall>>;
  /**
   * The hash of a transaction, or the id of a batch, that was sent although the call failed with
   * `error`.
   */
  readonly sentIn?: (error: unknown) => string | undefined;
  /** Asks the wallet's node. */
  readonly request: (method: string, params: readonly unknown[]) => unknown;
}

export const hookLibrary =
  ({ target, calls, sentIn, request }: Library): CreateHook =>
  ({ createOnCall }) => {
    const onCall = createOnCall();
    const undos: Undos = [];
    return {
      start: () => {
        for (const [name, readCall] of Object.entries(calls)) {
          install(undos, () =>
            wrapMethod(target, name, (method) =>
              watchCalls(method, () => (input) => {
                const call = attempt(() => readCall(...(input as never[])));
                // Another library may call `request` or `send`; the other functions are called by
                // the app itself.
                const isPassedOn = name === 'request' || name === 'send';
                const settle = call && onCall(call.method, call.params, call.more, isPassedOn);
                return (
                  settle &&
                  ((value, isError) => {
                    const sent = isError ? sentIn?.(value) : undefined;
                    settle(sent ?? value, isError && !sent);
                  })
                );
              }),
            ),
          );
        }
        return undefined;
      },
      stop: () => uninstall(undos),
      ask: (method, onAnswer, params = []) => passOn(() => request(method, params), onAnswer),
    };
  };
