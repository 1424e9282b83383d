// Keeps small texts in the browser's storage; only in memory where the browser denies storage.

export interface TextStore {
  read(): string | undefined;
  write(text: string | undefined): void;
}

/** @param storage a function, since even reading `window.localStorage` throws where the browser denies storage */
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
    // The text in memory wins: when the storage is full, writing fails and the storage still has an older text.
    read: () => memory ?? attempt(() => storage().getItem(name) ?? undefined),
    write(text) {
      memory = text;
      attempt(() =>
        text === undefined ? storage().removeItem(name) : storage().setItem(name, text),
      );
    },
  };
}

/** The API key: only in this tab, and gone when the tab is closed. */
export const keyStore = createTextStore(() => sessionStorage, 'chaintrail.dashboard.key');
/** What the server last said of the API key, as JSON: its scopes and projects are known from the first moment of a page. */
export const keyAnswerStore = createTextStore(() => sessionStorage, 'chaintrail.dashboard.answer');
/** Drafts of this tab's forms that are not saved yet. */
export const draftStore = createTextStore(() => sessionStorage, 'chaintrail.dashboard.draft');
/** The address of the list of wallets that was looked at last. */
export const listStore = createTextStore(() => sessionStorage, 'chaintrail.dashboard.list');
export const themeStore = createTextStore(() => localStorage, 'chaintrail.dashboard.theme');
