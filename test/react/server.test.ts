// The provider on a server, where there is no page.
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TrackerProvider, useTracker } from '../../src/react/index.js';
import { watchWarnings } from '../browser/fakes/console.js';

const warnings = watchWarnings();

const Tells = () => {
  const tracker = useTracker();
  for (const name of ['one', 'two', 'three']) tracker.track(name);
  return 'there';
};

it('warns once that nothing is tracked, for any calls and any number of renders', () => {
  const options = { writeKey: 'key', apiHost: 'https://events.example' };
  for (let request = 0; request < 3; request++) {
    const app = createElement(TrackerProvider, { options }, createElement(Tells));
    expect(renderToString(app)).toBe('there');
  }
  expect(warnings()).toEqual([
    expect.stringMatching(/track\(\) did nothing, nor will other calls/),
  ]);
});
