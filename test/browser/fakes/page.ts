// Triggers on happy-dom's page the events that a browser triggers.

export const changeVisibility = (state: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
};

/**
 * A `pageshow` event: `persisted` after a return from the back/forward cache, otherwise after an
 * ordinary load.
 */
export const comeBack = (persisted: boolean): void => {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
};
