// Wraps one function of a wallet: forwards each call as it came, and tells what was asked and answered.

import { attempt } from '../core/attempt.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import { read } from './provider.js';
import type { Method } from './wrap-method.js';

/** Told how a call ended: with what it answered, or (`isError`) with what it threw. */
export type Settle = (value: unknown, isError: boolean) => void;

/**
 * Told of a call before the wallet gets it, with what only the app's library knows of it, and whether another
 * library may have passed it on; undefined when its answer is of no interest. Never throws.
 */
export type Begin = (
  method: string,
  params: unknown,
  more?: Partial<TransactionEvent>,
  isPassedOn?: boolean,
) => Settle | undefined;

/** One for all who want to know how a call ended; undefined: nobody does. */
export const settleAll = (settles: readonly (Settle | undefined)[]): Settle | undefined => {
  if (!settles.some(Boolean)) return undefined;
  return (value, isError) => {
    for (const settle of settles) settle?.(value, isError);
  };
};

/** What the functions without a method do: an old one, and the session's of WalletConnect. */
const METHOD_OF: Readonly<Record<string, string>> = {
  enable: 'eth_requestAccounts',
  connect: 'wallet_connect',
  authenticate: 'wallet_connect',
  disconnect: 'wallet_disconnect',
};

/** The ways into a wallet. */
export const ENTRIES = ['request', 'send', 'sendAsync', ...Object.keys(METHOD_OF)];

/** What `watchCalls` asks of each call: who wants to know how it ends. */
export type BeginCall = (input: readonly unknown[]) => Settle | undefined;

/** An answer may be the result, or (of `send` and `sendAsync`) a JSON-RPC answer around it. */
const succeed = (settle: Settle, answer: unknown, error?: unknown) => {
  const fault = error || read(answer, 'error');
  settle(fault || (read(answer, 'result') ?? answer), Boolean(fault));
};

/** Of several calls in one each by its own answer, in whichever order they come. */
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
 * `{ method, params }` of `request`, `send` and `sendAsync`, of which the latter take several at once,
 * or `(method, params)` of an old `send`.
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

/** Nothing but a promise, so that one derived from it is as good; an emitter with a `then` (web3) is more. */
const isBarePromise = (value: PromiseLike<unknown>) => {
  const type = read(value, 'constructor');
  // By its name, for it may be another realm's; zone.js (Angular) puts one of its own name and keys in its place.
  const isOurs = type === Promise || read(type, 'name') === 'Promise';
  return isOurs && attempt(() => Object.keys(value).every((key) => key.startsWith('__zone')));
};

/** What `ask` answers, now or later; undefined when it fails. */
export const passOn = (ask: () => unknown, onAnswer: (answer?: unknown) => void) => {
  const answer = attempt(ask);
  if (isThenable(answer)) answer.then(onAnswer, () => onAnswer());
  else onAnswer(answer);
};

/**
 * Answers the wrapper of `method`: a Proxy around the function itself, so that its name, length,
 * properties and `this` are the wallet's own. `createBegin` is asked once, and once more for the calls
 * that the function makes of itself.
 */
export const watchCalls = (method: Method, createBegin: () => BeginCall): Method => {
  const begins: BeginCall[] = [];
  let depth = 0;
  return new Proxy(method, {
    apply: (target, self, input: unknown[]) => {
      // Whatever we fail to read, the wallet gets the call, and the app the answer.
      let begun = attempt(() => {
        begins[depth] ??= createBegin();
        return begins[depth]?.(input);
      });
      const run = (given: unknown[]) => {
        depth += 1;
        try {
          return Reflect.apply(target, self, given);
        } finally {
          depth -= 1;
        }
      };
      if (!begun) return run(input);

      // Once: where what the app does with an answer throws, some call its callback again, with that error.
      const settle: Settle = (value, isError) => {
        attempt(() => begun?.(value, isError));
        begun = undefined;
      };
      const callback = input[1];
      if (typeof callback === 'function') {
        input[1] = new Proxy(callback as Method, {
          apply: (run, runSelf, output: unknown[]) => {
            succeed(settle, output[1], output[0]);
            return Reflect.apply(run, runSelf, output);
          },
        });
      }
      const fail = (error: unknown) => {
        settle(error, true);
        throw error;
      };
      const pass = (value: unknown) => {
        if (typeof callback !== 'function') succeed(settle, value);
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
