// What the browser itself says about its visitor: an objection to being tracked, or that it is no person.

export interface SignalOptions {
  /** Takes Global Privacy Control for a refusal, until the visitor agrees on this site. Default true. */
  readonly gpc?: boolean | undefined;
  /** Takes Do Not Track for one. Default false: browsers have given it up. */
  readonly dnt?: boolean | undefined;
}

type Signals = Pick<Navigator, 'userAgent' | 'webdriver'> & {
  readonly globalPrivacyControl?: unknown;
  readonly doNotTrack?: unknown;
};

/** https://www.w3.org/TR/gpc/ and https://www.w3.org/TR/tracking-dnt/ */
export const isRefused = (
  { globalPrivacyControl, doNotTrack }: Signals,
  { gpc = true, dnt = false }: SignalOptions,
): boolean => (gpc && globalPrivacyControl === true) || (dnt && doNotTrack === '1');

/** Only those that make no secret of it, not the phones of Cubot; the server knows more of them. */
export const isRobot = ({ userAgent, webdriver }: Signals): boolean =>
  webdriver || /crawl|headless|spider|bot/i.test(userAgent.replace(/cubot/i, ''));
