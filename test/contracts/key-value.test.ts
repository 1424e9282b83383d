// @vitest-environment happy-dom
// Runs the contract for every KeyValue.
import {
  createBrowserKeyValue,
  createCookieKeyValue,
  createLayeredKeyValue,
  createStorageKeyValue,
} from '../../src/browser/key-value.js';
import { createMemoryKeyValue } from '../../src/core/memory-key-value.js';
import { createCookieJar } from '../browser/fakes/cookie-jar.js';
import { describeKeyValue } from './key-value.contract.js';

let prefixes = 0;
const nextPrefix = () => `chaintrail_test${prefixes++}_`;

describeKeyValue('Memory', createMemoryKeyValue);
describeKeyValue("A cookie in happy-dom's document", () =>
  createCookieKeyValue(window, nextPrefix()),
);
describeKeyValue('A cookie of a site with subdomains', () =>
  createCookieKeyValue(createCookieJar().page('https://app.example.co.uk/'), nextPrefix()),
);
describeKeyValue('localStorage', () => createStorageKeyValue(localStorage, nextPrefix()));
describeKeyValue('Cookie, localStorage and memory together', () => {
  const prefix = nextPrefix();
  return createBrowserKeyValue(createCookieKeyValue(window, prefix), localStorage, prefix);
});
describeKeyValue('Memory, where all is denied', () => createLayeredKeyValue([]));
