// Wraps one function of a wallet: forwards each call unchanged, and reports what was asked and
// answered.

import { apply } from '../core/apply.js';
import { attempt } from '../core/attempt.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import { read } from './provider.js';
import type { Method } from './wrap-method.js';

/** Told how a call ended: with its answer, or (`isError`) with what it threw. */
export type Settle = (value: unknown, isError: boolean) => void;

/**
 * Told of a call before the wallet gets it. `more` is what only the app's library knows of it;
 * `isPassedOn`: another library may have made it. Answers undefined when its end is of no interest.
 * Never throws.
 */
export type Begin = (
  method: string,
  params: unknown,
  more?: Partial<TransactionEvent>,
  isPassedOn?: boolean,
) => Settle | undefined;

/** Joins several `Settle` to one; undefined when there is none. */
export const settleAll = (settles: readonly (Settle | undefined)[]): Settle | undefined => {
  if (!settles.some(Boolean)) return undefined;
  return (value, isError) => {
    for (const settle of settles) settle?.(value, isError);
  };
};

/**
 * The method that each function without one stands for: the old `enable`, and WalletConnect's
 * session functions.
 */
const METHOD_OF: Readonly<Record<string, string>> = {
  enable: 'eth_requestAccounts',
  connect: 'wallet_connect',
  authenticate: 'wallet_connect',
  disconnect: 'wallet_disconnect',
};

/** The functions by which a wallet is called. */
export const ENTRIES = ['request', 'send', 'sendAsync', ...Object.keys(METHOD_OF)];

/** Told of each call's arguments by `watchCalls`; answers what wants to know how the call ends. */
export type BeginCall = (input: readonly unknown[]) => Settle | undefined;

/**
 * Settles a call by its answer: the result itself, or (from `send` and `sendAsync`) a JSON-RPC
 * response around it.
 */
const succeed = (settle: Settle, answer: unknown, error?: unknown) => {
  const fault = error || read(answer, 'error');
  settle(fault || (read(answer, 'result') ?? answer), !!fault);
};

/**
 * Settles each call of a JSON-RPC batch by the answer with its id, in whichever order they come.
 */
const settleEach = (calls: readonly unknown[], begin: BeginCall): Settle | undefined =>
  settleAll(
    calls.map((call) => {
      const settle = begin([call]);
      return (
        settle &&
        ((answers, isError) => {
          const isOwn = (answer: unknown) => read(answer, 'id') === read(call, 'id');
          if (isError) return settle(answers, isError);
          const own = attempt(() => (answers as readonly unknown[]).find(isOwn));
          if (own) succeed(settle, own);
        })
      );
    }),
  );

/**
 * Reads the arguments of a call: `{ method, params }` for `request`, `send` and `sendAsync`, of
 * which the latter two also take a list of several, or `(method, params)` for an old `send`.
 */
export const beginAt =
  (entry: string, onCall: Begin): BeginCall =>
  ([first, second]) => {
    const calls = attempt(() => Array.isArray(first) && [...first]);
    if (calls) return settleEach(calls, beginAt(entry, onCall));
    const isText = typeof first === 'string';
    const method = METHOD_OF[entry] ?? (isText ? first : read(first, 'method'));
    if (typeof method !== 'string') return undefined;
    return onCall(method, isText ? second : read(first, 'params'));
  };

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof read(value, 'then') === 'function';

/**
 * Whether it is a plain promise, which one derived from it can replace; an emitter with a `then`
 * (web3) cannot be replaced.
 */
const isBarePromise = (value: PromiseLike<unknown>) => {
  const type = read(value, 'constructor');
  // By name, since it may come from another realm. zone.js (Angular) replaces Promise by a class of
  // the same name, with keys of its own.
  return attempt(
    () =>
      (type === Promise || read(type, 'name') === 'Promise') &&
      Object.keys(value).every((key) => key.startsWith('__zone')),
  );
};

/** Calls `onAnswer` with what `ask` answers, now or later; with undefined when it fails. */
export const passOn = (ask: () => unknown, onAnswer: (answer?: unknown) => void) => {
  const answer = attempt(ask);
  if (isThenable(answer)) answer.then(onAnswer, () => onAnswer());
  else onAnswer(answer);
};

/**
 * Answers the wrapper of `method`: a Proxy around the function itself, so that its name, length,
 * properties and `this` are the wallet's own. `createBegin` is called once, and once more for each
 * level of calls that the function makes of itself.
 *
 * @param isRequest whether it is `request` (EIP-1193), which answers by its promise alone: web3.js 4
 *   passes it a callback that wallets ignore
 */
export const watchCalls = (
  method: Method,
  createBegin: () => BeginCall,
  isRequest?: boolean,
): Method => {
  const begins: BeginCall[] = [];
  let depth = 0;
  return new Proxy(method, {
    apply: (target, self, input: unknown[]) => {
      // Whatever fails here, the wallet must get the call, and the app the answer.
      let begun = attempt(() => {
        begins[depth] ??= createBegin();
        return begins[depth]?.(input);
      });
      const run = (given: unknown[]) => {
        depth += 1;
        try {
          return apply(target, self, given);
        } finally {
          depth -= 1;
        }
      };
      if (!begun) return run(input);

      // Only once: when the app's callback throws, some wallets call it again, with that error.
      const settle: Settle = (value, isError) => {
        attempt(() => begun?.(value, isError));
        begun = undefined;
      };
      const callback = input[1];
      if (typeof callback === 'function') {
        attempt(() => {
          input[1] = new Proxy(callback as Method, {
            apply: (run, runSelf, output: unknown[]) => {
              succeed(settle, output[1], output[0]);
              return apply(run, runSelf, output);
            },
          });
        });
      }
      const fail = (error: unknown) => {
        settle(error, true);
        throw error;
      };
      const pass = (value: unknown) => {
        if (isRequest || typeof callback !== 'function') succeed(settle, value);
        return value;
      };
      let answer: unknown;
      try {
        answer = run(input);
      } catch (error) {
        fail(error);
      }
      if (!isThenable(answer)) return pass(answer);
      // The derived promise is what the app gets: were we to listen beside it, a rejection that the
      // app ignores would count as handled.
      if (isBarePromise(answer)) return answer.then(pass, fail);
      attempt(() => answer.then(pass, (error) => settle(error, true)));
      return answer;
    },
  });
};
