// Records which links lead the visitor away: the track event `outbound_link_clicked`.
import { attempt } from '../../core/attempt.js';
import { redactUrl } from '../../core/redact-url.js';
import type { Plugin } from '../../core/tracker-types.js';

export interface OutboundLinksOptions {
  /**
   * Hosts that count as your own, such as `example.com`, each with its subdomains. Default: the
   * page's host alone, which always counts.
   */
  readonly ownHosts?: readonly string[] | undefined;
}

/** The mouse's middle button, which opens a link in another tab. */
const MIDDLE = 1;

/** The target of the clicked link; undefined when no link was clicked. */
const readTarget = (event: Event): URL | undefined => {
  // The path goes through the shadow roots of web components, where `target` would be the
  // component.
  for (const node of event.composedPath()) {
    const { href } = node as { readonly href?: string | SVGAnimatedString };
    if (!href || !/^(a|area)$/i.test((node as Element).tagName)) continue;
    const address = typeof href === 'string' ? href : href.baseVal;
    return attempt(() => new URL(address, document.baseURI));
  }
  return undefined;
};

/**
 * Records each click that follows a link to another host, by mouse (also its middle button), touch
 * or keyboard, as `{ url, host }`. The URL's query values are `redacted` except a campaign's,
 * whatever `privacy` says for the page's own URL. The link itself is left alone.
 */
export const outboundLinks = ({ ownHosts = [] }: OutboundLinksOptions = {}): Plugin => ({
  name: 'outbound-links',
  setup: (tracker, host) => {
    const isOwn = (name: string) =>
      name === location.hostname ||
      ownHosts.some((own) => `.${name}`.endsWith(`.${own.toLowerCase()}`));

    const onClick = (event: MouseEvent) => {
      try {
        if (event.type === 'auxclick' && event.button !== MIDDLE) return;
        const target = readTarget(event);
        if (!target || !/^https?:$/.test(target.protocol) || isOwn(target.hostname)) return;
        tracker.track('outbound_link_clicked', { url: redactUrl(target), host: target.host });
      } catch (cause) {
        host.fault(cause);
      }
    };
    // Capturing, so that a component that stops the event does not hide it. Enter on a link is a
    // click, too.
    const names = ['click', 'auxclick'] as const;
    for (const name of names) document.addEventListener(name, onClick, true);
    return () => {
      for (const name of names) document.removeEventListener(name, onClick, true);
    };
  },
});
