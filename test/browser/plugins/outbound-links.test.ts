// @vitest-environment happy-dom
// Outbound links: which clicks are recorded, and that links work as before.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outboundLinks } from '../../../src/browser/plugins/outbound-links.js';
import type { PluginHost, Tracker } from '../../../src/core/tracker-types.js';

let tracked: (readonly [string, unknown])[] = [];
let faults: unknown[] = [];
let dispose: (() => void) | undefined;

const start = (options?: Parameters<typeof outboundLinks>[0]) => {
  const tracker = {
    track: (name: string, properties: unknown) => tracked.push([name, properties]),
  };
  const host = { fault: (cause: unknown) => faults.push(cause) };
  dispose = outboundLinks(options).setup?.(
    tracker as unknown as Tracker,
    host as unknown as PluginHost,
  );
};
const hosts = () => tracked.map(([, properties]) => (properties as { host: string }).host);

/** Clicks the innermost element of `html` without navigating. */
const click = (html: string, type = 'click', init: MouseEventInit = {}) => {
  document.body.innerHTML = html;
  let element = document.body as Element;
  while (element.firstElementChild) element = element.firstElementChild;
  const event = new MouseEvent(type, { bubbles: true, composed: true, cancelable: true, ...init });
  element.dispatchEvent(event);
  return event;
};
const stayHere = (event: Event) => event.preventDefault();

beforeEach(() => {
  window.happyDOM?.setURL('https://app.dapp.example/pools');
  tracked = [];
  faults = [];
  window.addEventListener('click', stayHere);
});
afterEach(() => {
  dispose?.();
  window.removeEventListener('click', stayHere);
  expect(faults).toEqual([]);
});

test('records a click on a link to another host with its URL redacted', () => {
  start();
  click('<a href="https://user:pw@docs.example/a?utm_source=x&key=secret#part"><b>Docs</b></a>');
  expect(tracked).toEqual([
    [
      'outbound_link_clicked',
      { url: 'https://docs.example/a?utm_source=x&key=redacted', host: 'docs.example' },
    ],
  ]);
});

test.each([
  ['the page itself', '<a href="/swap">x</a>'],
  ['its host under another protocol', '<a href="http://app.dapp.example/">x</a>'],
  ['a place on the page', '<a href="#faq">x</a>'],
  ['no page', '<a href="mailto:a@b.example">x</a>'],
  ['a wallet', '<a href="metamask://dapp">x</a>'],
  ['a script', '<a href="javascript:void 0">x</a>'],
  ['nowhere', '<a>x</a>'],
  ['an address that is none', '<a href="https://[">x</a>'],
  ['an element that is no link', '<button>x</button>'],
  ['a picture in a drawing', '<svg><image href="https://a.example/i.png" /></svg>'],
  ['a stylesheet', '<link href="https://a.example/s.css">'],
])('does not record a click on a link to %s', (_, html) => {
  start();
  click(html);
  expect(tracked).toEqual([]);
});

test('ownHosts and their subdomains are not outbound', () => {
  start({ ownHosts: ['Dapp.Example'] });
  click('<a href="https://docs.dapp.example/">x</a>');
  click('<a href="https://dapp.example/">x</a>');
  click('<a href="https://notdapp.example/">x</a>');
  expect(hosts()).toEqual(['notdapp.example']);
});

test('the middle button counts, the right one does not', () => {
  start();
  click('<a href="https://a.example/">x</a>', 'auxclick', { button: 1 });
  click('<a href="https://b.example/">x</a>', 'auxclick', { button: 2 });
  expect(hosts()).toEqual(['a.example']);
});

test('records clicks in a shadow root, also if a component stops the propagation', () => {
  start();
  document.body.innerHTML = '<div></div>';
  const component = document.querySelector('div') as HTMLElement;
  component.addEventListener('click', (event) => event.stopPropagation());
  const root = component.attachShadow({ mode: 'open' });
  root.innerHTML =
    '<a href="https://inside.example/" download rel="noopener" target="_blank">x</a>';
  const link = root.querySelector('a') as HTMLAnchorElement;
  link.addEventListener('click', stayHere);
  const { outerHTML } = link;
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }));
  expect(hosts()).toEqual(['inside.example']);
  expect(link.outerHTML).toBe(outerHTML);
});

test("does not prevent the browser's default action", () => {
  start();
  window.removeEventListener('click', stayHere);
  const event = click('<a href="https://a.example/" target="_blank">x</a>', 'auxclick', {
    button: 1,
  });
  expect(event.defaultPrevented).toBe(false);
});

test('records nothing after dispose', () => {
  start();
  dispose?.();
  click('<a href="https://a.example/">x</a>');
  expect(tracked).toEqual([]);
});
