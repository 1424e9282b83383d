// The script that MetaMask's extension injects into a page: its own provider, here connected to the
// test.
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
  // Its warnings about deprecated methods are of no use in a test.
  logger: { ...console, warn: () => {}, error: () => {} },
  ...(!window.isLegacy && { providerInfo }),
});
