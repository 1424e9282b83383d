// Small texts kept in the browser; in memory only where it denies storage.

export interface TextStore {
  read(): string | undefined;
  write(text: string | undefined): void;
}

/** @param storage asked late, since even naming it throws where the browser denies it */
export function createTextStore(storage: () => Storage, name: string): TextStore {
  let memory: string | undefined;
  const attempt = <T>(run: () => T): T | undefined => {
    try {
      return run();
    } catch {
      return undefined;
    }
  };
  return {
    // What was written last comes first: a full storage keeps the text before.
    read: () => memory ?? attempt(() => storage().getItem(name) ?? undefined),
    write(text) {
      memory = text;
      attempt(() =>
        text === undefined ? storage().removeItem(name) : storage().setItem(name, text),
      );
    },
  };
}

/** The API key: of this tab alone, and gone with it. */
export const keyStore = createTextStore(() => sessionStorage, 'chaintrail.dashboard.key');
/** Forms that are not saved yet, in this tab. */
export const draftStore = createTextStore(() => sessionStorage, 'chaintrail.dashboard.draft');
/** The list of wallets that was looked at last, as its address. */
export const listStore = createTextStore(() => sessionStorage, 'chaintrail.dashboard.list');
export const themeStore = createTextStore(() => localStorage, 'chaintrail.dashboard.theme');
