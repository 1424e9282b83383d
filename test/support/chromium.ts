// The Chromium that tests run in.
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { ensureProgram } from './ensure-program.js';
import { PATIENCE_MS } from './eventually.js';

export const ensureChromium = (): string =>
  ensureProgram({
    name: 'Chromium',
    variable: 'CHROMIUM_PATH',
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
    otherPaths: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    debianPackage: 'chromium',
  });

/**
 * The suggestions under the address bar are pages of their own, loaded for each window ahead of time: they
 * take most of what a window costs.
 */
const NO_SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Features that Playwright disables, repeated here: Chromium uses only the last `--disable-features` flag. */
const AS_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const without = (features: readonly string[]) => `--disable-features=${features.join(',')}`;

/** No GPU, no sandbox (it refuses to run as root), and no traffic of the browser's own. */
export const CHROMIUM_FLAGS = [
  without(NO_SUGGESTIONS),
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A headless browser with an empty profile, whose pages have timeouts long enough for a busy machine.
 * The caller closes it.
 */
export const launchBrowser = async ({
  args = [],
  ...options
}: LaunchOptions = {}): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...CHROMIUM_FLAGS, without([...NO_SUGGESTIONS, ...AS_PLAYWRIGHT]), ...args],
    ...options,
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (contextOptions) => {
    const context = await newContext(contextOptions);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
};
