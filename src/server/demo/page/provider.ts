// EIP-1193 and EIP-6963, as far as the demo page speaks them.

export interface RequestArguments {
  readonly method: string;
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>;
}

export type ProviderListener = (value: unknown) => void;

/** https://eips.ethereum.org/EIPS/eip-1193 */
export interface Provider {
  request(args: RequestArguments): Promise<unknown>;
  on(event: string, listener: ProviderListener): unknown;
  removeListener(event: string, listener: ProviderListener): unknown;
}

/** https://eips.ethereum.org/EIPS/eip-6963 */
export interface ProviderInfo {
  readonly uuid: string;
  readonly name: string;
  /** A data URI. */
  readonly icon: string;
  readonly rdns: string;
}

export interface ProviderDetail {
  readonly info: ProviderInfo;
  readonly provider: Provider;
}

/** Codes of EIP-1193, EIP-3085 and EIP-1474 that the page and its demo wallet use. */
export const PROVIDER_ERRORS = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  disconnected: 4900,
  unknownChain: 4902,
  alreadyPending: -32002,
  invalidParams: -32602,
} as const;

/** An error as EIP-1193 wants it: an Error with a numeric `code`. */
export interface ProviderRpcError extends Error {
  readonly code: number;
}

export function createProviderError(
  kind: keyof typeof PROVIDER_ERRORS,
  message: string,
): ProviderRpcError {
  return Object.assign(new Error(message), { code: PROVIDER_ERRORS[kind] });
}

/** The code of whatever a wallet threw, if it has one. */
export function errorCode(error: unknown): number | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'number' ? code : undefined;
}
