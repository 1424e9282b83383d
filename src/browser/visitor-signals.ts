// What the browser itself says of its visitor: an objection to tracking, or that the visitor is a
// robot.

export interface SignalOptions {
  /**
   * Takes Global Privacy Control as a refusal, until the visitor agrees on this site. Default true.
   */
  readonly gpc?: boolean | undefined;
  /** Takes Do Not Track as a refusal, too. Default false, since browsers have given it up. */
  readonly dnt?: boolean | undefined;
}

type Signals = Pick<Navigator, 'userAgent' | 'webdriver'> & {
  readonly globalPrivacyControl?: unknown;
  readonly doNotTrack?: unknown;
};

/**
 * Whether the visitor's browser refuses: https://www.w3.org/TR/gpc/ and
 * https://www.w3.org/TR/tracking-dnt/
 */
export const isRefused = (
  { globalPrivacyControl, doNotTrack }: Signals,
  { gpc, dnt }: SignalOptions,
): boolean => (gpc !== false && globalPrivacyControl === true) || (!!dnt && doNotTrack === '1');

/**
 * Whether it is a robot that says so; phones of the brand Cubot are none. The server knows more
 * robots.
 */
export const isRobot = ({ userAgent, webdriver }: Signals): boolean =>
  webdriver || /crawl|headless|spider|bot/i.test(userAgent.replace(/cubot/i, ''));
