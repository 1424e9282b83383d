// The Firefox that tests run in.
import { ensureBrowser } from './find-browser.js';

export const ensureFirefox = (): string =>
  ensureBrowser({
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    commands: ['firefox-esr', 'firefox'],
    macosPaths: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    debianPackage: 'firefox-esr',
  });
