// The visitor and page of a request, and middleware that adds them to events.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { namespaceIn } from '../../src/core/namespace.js';
import {
  expressTracking,
  fastifyTracking,
  honoTracking,
  nextTracking,
} from '../../src/node/middleware.js';
import type { RequestLike } from '../../src/node/request/request-like.js';
import { START } from '../core/fakes.js';
import { openService } from './support/open-service.js';

const PREFIX = `chaintrail_${namespaceIn('write-key', atob)}_`;
const COOKIE = [
  `${PREFIX}anonymous_id=0d0c6d0e-0000-4000-8000-000000000001`,
  `${PREFIX}user_id=u%C3%BC1`,
  `${PREFIX}wallet=${encodeURIComponent('{"address":"0xabc","chain_id":1}')}`,
  `${PREFIX}session=visit%7C${START - 60_000}`,
  'other=1',
].join('; ');
const IDS = {
  anonymousId: '0d0c6d0e-0000-4000-8000-000000000001',
  userId: 'uü1',
  address: '0xabc',
  sessionId: 'visit',
};

const aboutOf = (request: RequestLike) => openService().tracker.forRequest(request).about;

describe('forRequest reads', () => {
  it('the visitor from the cookies of the browser SDK', () => {
    expect(aboutOf({ headers: { cookie: COOKIE } })).toMatchObject(IDS);
    expect(aboutOf({ headers: new Headers({ cookie: COOKIE }) })).toMatchObject(IDS);
  });

  it('a visit that goes on after the clock of the service was set back', () => {
    const { tracker, clock } = openService();
    clock.set(START + 2 * 3_600_000);
    tracker.track('before');
    clock.set(START);
    expect(tracker.forRequest({ headers: { cookie: COOKIE } }).about).toMatchObject(IDS);
  });

  it('no visitor where consent was denied', () => {
    const about = aboutOf({ headers: { cookie: `${COOKIE}; ${PREFIX}consent=denied` } });
    expect(Object.keys(about)).toEqual(['context']);
  });

  it('a requested page with its campaign and referrer, and with other values redacted', () => {
    const { context } = aboutOf({
      url: '/swap?utm_source=news&token=secret&ref=bob',
      headers: {
        host: 'dapp.example',
        'x-forwarded-proto': 'https',
        'sec-fetch-mode': 'navigate',
        referer: 'https://search.example/?q=private',
        'user-agent': 'Mozilla/5.0',
        'accept-language': 'de-CH,de;q=0.9',
        'x-forwarded-for': '203.0.113.7',
      },
    });
    expect(context).toEqual({
      library_name: 'chaintrail/node',
      library_version: '0.1.0',
      user_agent: 'Mozilla/5.0',
      locale: 'de-CH',
      page_url: 'https://dapp.example/swap?utm_source=news&token=redacted&ref=bob',
      page_path: '/swap',
      referrer: 'https://search.example/?q=redacted',
      utm_source: 'news',
      ref: 'bob',
    });
  });

  it('a campaign without secrets and markup, as the browser does', () => {
    const { context } = aboutOf({
      url: '/?utm_source=%3Cb%3Enews%3C/b%3E&utm_content=ada@example.com&ref=eyJhbGci.eyJzdWIi.x',
      headers: { host: 'dapp.example', 'sec-fetch-mode': 'navigate' },
    });
    expect(context).toMatchObject({
      utm_source: 'news',
      utm_content: 'redacted',
      ref: 'redacted',
    });
  });

  it('the page that sent the request of a script', () => {
    const { context } = aboutOf({
      url: 'https://dapp.example/api/quote?pair=1',
      headers: new Headers({
        'sec-fetch-mode': 'cors',
        referer: 'https://dapp.example/swap?utm_source=x',
      }),
    });
    expect(context).toMatchObject({
      page_url: 'https://dapp.example/swap?utm_source=x',
      page_path: '/swap',
      utm_source: 'x',
    });
    expect(context).not.toHaveProperty('referrer');
  });

  it.each([
    ['no header at all', {}],
    ['broken cookies', { cookie: `${PREFIX}user_id=%E0%A4%A; =; ${PREFIX}wallet={` }],
    ['ids that are too long', { cookie: `${PREFIX}user_id=${'x'.repeat(300)}` }],
    ['control characters', { cookie: `${PREFIX}user_id=a%00b` }],
    ['a session that is over', { cookie: `${PREFIX}session=visit%7C${START - 40 * 60_000}` }],
    ['a broken referrer', { referer: 'not a url', 'sec-fetch-mode': 'navigate', host: '::' }],
  ])('%s without an error', (_, headers) => {
    const { userId, address, sessionId } = aboutOf({ headers, url: '//[' });
    expect([userId, address, sessionId]).toEqual([undefined, undefined, undefined]);
  });
});

describe('middleware', () => {
  const open = () => {
    const service = openService();
    const handle = async () => {
      await Promise.resolve();
      service.tracker.track('Handled');
    };
    const expectVisitor = async () => {
      await service.clock.turn(2_000);
      expect([...service.server.kept.values()]).toMatchObject([
        { event: 'Handled', user_id: 'uü1', session_id: 'visit', context: { user_agent: 'test' } },
      ]);
    };
    return { ...service, handle, expectVisitor };
  };
  const headers = { cookie: COOKIE, 'user-agent': 'test' };
  const request = { url: 'http://dapp.example/', headers: new Headers(headers) };

  it.each<[string, (request: IncomingMessage, next: () => void) => unknown]>([
    ["Node's requests", (_, next) => next()],
    // As some body parsers do.
    [
      'from the events of a request',
      (parsed: IncomingMessage, next) => parsed.resume().on('end', next),
    ],
  ])('for Express works on %s', async (_, parse) => {
    const { tracker, handle, expectVisitor } = open();
    const middleware = expressTracking(tracker);
    const server = createServer((incoming: IncomingMessage, response) => {
      const answer = () => void handle().then(() => response.end());
      middleware(incoming, response, () => parse(incoming, answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const sent = { method: 'POST', body: 'x'.repeat(9_000) };
    const close = { ...headers, connection: 'close' };
    await fetch(`http://127.0.0.1:${port}/`, { ...sent, headers: close });
    server.close();
    await expectVisitor();
  });

  it('for Fastify is a plugin for the whole app', async () => {
    const { fastify } = await import('fastify');
    const { tracker, handle, expectVisitor } = open();
    const app = fastify();
    await app.register(fastifyTracking(tracker));
    app.get('/', async () => {
      await handle();
      return 'ok';
    });
    expect((await app.inject({ url: '/', headers })).body).toBe('ok');
    await app.close();
    await expectVisitor();
  });

  it('for Hono also sets the tracker, and flushes with waitUntil', async () => {
    const { tracker, handle, expectVisitor, clock } = open();
    const values = new Map<string, unknown>();
    const kept: Promise<unknown>[] = [];
    const context = {
      req: { raw: request },
      set: (key: string, value: unknown) => void values.set(key, value),
      executionCtx: { waitUntil: (work: Promise<unknown>) => void kept.push(work) },
    };
    await honoTracking(tracker)(context, handle);
    expect(values.get('tracker')).toMatchObject({ about: { userId: 'uü1' } });
    await clock.turn(0);
    expect(await Promise.all(kept)).toHaveLength(1);
    await expectVisitor();
  });

  it('for Hono works where there is no execution context', async () => {
    const { tracker, handle, expectVisitor } = open();
    const context = {
      req: { raw: request },
      set: () => {},
      get executionCtx(): never {
        throw new Error('This context has no ExecutionContext');
      },
    };
    await honoTracking(tracker)(context, handle);
    await expectVisitor();
  });

  it('for Next passes on the arguments, the result and the error', async () => {
    const { tracker, handle, expectVisitor } = open();
    const kept: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void kept.push(work);
    const route = nextTracking(
      tracker,
      async (_: typeof request, { id }: { id: string }) => {
        await handle();
        if (id === 'bad') throw new Error('mine');
        return id;
      },
      { waitUntil },
    );
    expect(await route(request, { id: '7' })).toBe('7');
    await expectVisitor();
    await expect(route(request, { id: 'bad' })).rejects.toThrow('mine');
    expect(kept).toHaveLength(2);
  });

  it.each([
    ['for Hono', 'hono'],
    ['for Next', 'next'],
  ])('%s keeps the result and the error where waitUntil throws', async (_, kind) => {
    const { tracker, clock, server } = open();
    const waitUntil = () => {
      throw new Error('outside of a request');
    };
    const answer = (fault?: Error) => async () => {
      tracker.track('Handled');
      if (fault) throw fault;
    };
    const call = (handler: () => Promise<void>) =>
      kind === 'next'
        ? nextTracking(tracker, handler, { waitUntil })(request)
        : honoTracking(tracker)(
            { req: { raw: request }, set: () => {}, executionCtx: { waitUntil } },
            handler,
          );
    await call(answer());
    await expect(call(answer(new Error('mine')))).rejects.toThrow('mine');
    // At once, since a runtime that freezes would run no timer.
    await clock.turn(0);
    expect(server.kept.size).toBe(2);
  });
});

describe('within a request', () => {
  const headers = { cookie: COOKIE, 'user-agent': 'test' };
  /** The events that the server stored of what `call` tracked in a request of the visitor. */
  const during = async (call: (tracker: ReturnType<typeof openService>['tracker']) => void) => {
    const { tracker, clock, server } = openService({ context: { service: 'api' } });
    expressTracking(tracker)({ headers }, {}, () => call(tracker));
    await clock.turn(2_000);
    return [...server.kept.values()];
  };
  const visitor = { anonymous_id: IDS.anonymousId, address: IDS.address, session_id: 'visit' };
  const nobody = { anonymous_id: null, address: null, session_id: null };

  it('for() and run() use only their own person, with the context of the request', async () => {
    const customer = { userId: 'customer-7', context: { order: 7 } };
    const events = await during((tracker) => {
      const verbs = tracker.for(customer);
      verbs.track('refunded');
      tracker.run(customer, () => tracker.track('told'));
      tracker.run({ userId: 'other' }, () => verbs.track('noted'));
    });
    const context = { service: 'api', user_agent: 'test', order: 7 };
    expect(events).toMatchObject(
      ['refunded', 'told', 'noted'].map((event) => ({
        event,
        user_id: 'customer-7',
        ...nobody,
        context,
      })),
    );
  });

  it('run() with another request uses nothing of the outer one, also if consent was denied there', async () => {
    const cookie = `${COOKIE}; ${PREFIX}consent=denied`;
    const [event] = await during((tracker) => {
      const { about } = tracker.forRequest({ headers: { cookie } });
      tracker.run(about, () => tracker.track('Handled'));
    });
    expect(event).toMatchObject({ user_id: null, ...nobody, context: { service: 'api' } });
    expect(event?.context).not.toHaveProperty('user_agent');
  });

  it('the options of a call add to the visitor of the request', async () => {
    const [event] = await during((tracker) => tracker.track('paid', {}, { userId: 'u2' }));
    expect(event).toMatchObject({ user_id: 'u2', ...visitor, context: { user_agent: 'test' } });
  });
});
