// The events of an EIP-1193 provider: one listener's fault never reaches another or the wallet.
import type { ProviderListener } from './provider.js';

export interface Emitter {
  add(event: string, listener: ProviderListener): void;
  remove(event: string, listener: ProviderListener): void;
  emit(event: string, value: unknown): void;
}

export function createEmitter(): Emitter {
  const listeners = new Map<string, ProviderListener[]>();
  return {
    add(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    remove(event, listener) {
      const left = [...(listeners.get(event) ?? [])];
      const index = left.lastIndexOf(listener);
      if (index >= 0) left.splice(index, 1);
      listeners.set(event, left);
    },
    emit(event, value) {
      for (const listener of listeners.get(event) ?? []) {
        try {
          listener(value);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
