// What MetaMask's extension puts into a page: its own inpage provider, here over a line to the test.
import { Duplex } from 'node:stream';
import { initializeProvider } from '@metamask/providers/initializeInpageProvider';
import { openLine } from './line.js';

const say = openLine('io.metamask', (message) => stream.push(message));

const stream = new Duplex({
  objectMode: true,
  read: () => {},
  write: (message, _encoding, done) => {
    say(message);
    done();
  },
});

const providerInfo = {
  uuid: crypto.randomUUID(),
  name: 'MetaMask',
  rdns: 'io.metamask',
  icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
};

initializeProvider({
  connectionStream: stream,
  // Its notes on deprecated methods are of no use to a test.
  logger: { ...console, warn: () => {}, error: () => {} },
  ...(!window.isLegacy && { providerInfo }),
});
