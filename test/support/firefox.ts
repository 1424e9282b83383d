// The Firefox in which tests run.
import { ensureProgram } from './ensure-program.js';

export const ensureFirefox = (): string =>
  ensureProgram({
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    commands: ['firefox-esr', 'firefox'],
    otherPaths: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    debianPackage: 'firefox-esr',
  });
