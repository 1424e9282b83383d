// Faults of the configured mail server are reported at the start, or logged and retried.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { createMailer } from '../../../src/server/alerts/deliver/send-mail.js';
import { readSettings } from '../../../src/server/settings/settings.js';
import { createCleanup } from '../../support/cleanup.js';
import { message } from './message.js';

const cleanUp = createCleanup();
const FROM = 'alerts@example.com';

const sendTo = (url: string, signal = new AbortController().signal, timeoutMs?: number) => {
  const mailer = createMailer({ url, from: FROM }, timeoutMs);
  cleanUp(() => mailer.close());
  return mailer.send(message(), signal);
};

/** Starts a mail server that counts the mails that it accepts. */
const startMailServer = async (options: SMTPServerOptions) => {
  const state = { taken: 0 };
  const server = new SMTPServer({
    ...options,
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        state.taken += 1;
        done();
      });
    },
  });
  // Broken connections are expected in these tests.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  cleanUp(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { state, port: (server.server.address() as AddressInfo).port };
};

/** Starts a server that accepts connections and does not greet like a mail server. */
const startStubborn = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port };
};

describe('settings of mail', () => {
  const readFault = (env: Readonly<Record<string, string>>) => () => readSettings(env, '/here');

  it.each([
    'mail.example:25',
    'mail.example',
    'http://me:s3cret@mail.example',
    'smtp://',
    'smtp://me:s3cret@',
    'smtp://me:s3cret@mail.example:99999',
  ])('with the address %s are refused without showing the password', (url) => {
    const read = readFault({ SMTP_URL: url, SMTP_FROM: FROM });
    expect(read).toThrow('SMTP_URL must be smtp(s)://user:password@host:port');
    expect(read).not.toThrow(/s3c/);
  });

  it.each([
    [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL needs SMTP_FROM'],
    [{ SMTP_FROM: FROM }, 'SMTP_FROM needs SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'alerts' }, 'it is "alerts"'],
    [{ SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'A <a@b> <c@d>' }, 'SMTP_FROM must be'],
    [{ SMTP_URL: 'smtp://mail.example', SMTP_FROM: 'a@b.example, c@d.example' }, 'SMTP_FROM must'],
  ])('that are incomplete or invalid are refused: %j', (env, words) => {
    expect(readFault(env as Record<string, string>)).toThrow(words);
  });
});

describe('a mail is retried', () => {
  it('after a refused login, which the operator can correct, and the error shows no password', async () => {
    const asked: unknown[] = [];
    const { port, state } = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        asked.push([username, password]);
        done(Object.assign(new Error('Invalid username or password'), { responseCode: 535 }));
      },
    });
    const outcome = await sendTo(`smtp://me:s3cret%40x@127.0.0.1:${port}`);
    expect(outcome).toMatchObject({ kind: 'retry', status: 535 });
    expect(JSON.stringify(outcome)).not.toContain('s3cret');
    expect(asked).toContainEqual(['me', 's3cret@x']);
    expect(state.taken).toBe(0);
  });

  it('after an untrusted certificate, before anything is sent', async () => {
    const { port, state } = await startMailServer({ authOptional: true });
    expect(await sendTo(`smtp://127.0.0.1:${port}`)).toMatchObject({
      kind: 'retry',
      error: expect.stringMatching(/certificate/i),
    });
    expect(state.taken).toBe(0);
  });

  it('after a refused sender, because the setting is wrong and not the recipient', async () => {
    const { port, state } = await startMailServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onMailFrom(_address, _session, done) {
        done(Object.assign(new Error('Authentication required'), { responseCode: 530 }));
      },
    });
    const outcome = await sendTo(`smtp://127.0.0.1:${port}`);
    expect(outcome).toMatchObject({ kind: 'retry', status: 530 });
    expect(state.taken).toBe(0);
  });

  it('after a server that refuses the connection by 554', async () => {
    const { port } = await startStubborn((socket) => socket.end('554 5.7.1 not from you\r\n'));
    const outcome = await sendTo(`smtp://127.0.0.1:${port}`);
    expect(outcome).toMatchObject({ kind: 'retry', status: 554 });
  });

  it('after an answer with NUL, which is stored without it', async () => {
    const { port } = await startStubborn((socket) => socket.end('421 not\0 now\r\n'));
    const outcome = await sendTo(`smtp://127.0.0.1:${port}`);
    expect(outcome).toMatchObject({ kind: 'retry', error: expect.stringMatching(/421 not now$/) });
  });

  it('after a TLS connection to a server without TLS', async () => {
    const { port, state } = await startMailServer({ authOptional: true });
    expect(await sendTo(`smtps://127.0.0.1:${port}`)).toMatchObject({ kind: 'retry' });
    expect(state.taken).toBe(0);
  });

  it('after a connection that is closed at once', async () => {
    const { port } = await startStubborn((socket) => socket.destroy());
    expect(await sendTo(`smtp://127.0.0.1:${port}`)).toMatchObject({ kind: 'retry' });
  });

  it.each([
    ['sends nothing', () => {}],
    [
      'greets endlessly',
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('220-wait\r\n'), 5);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ])('when the server %s until the deadline', async (_what, onConnection) => {
    const { port } = await startStubborn(onConnection);
    const outcome = await sendTo(`smtp://127.0.0.1:${port}`, undefined, 100);
    expect(outcome).toEqual({ kind: 'retry', error: 'The mail server took longer than 0.1 s.' });
  });
});

it.each(['ignoreTLS=true', 'tls.rejectUnauthorized=false'])(
  'a mail server with an untrusted certificate is used if SMTP_URL ends in ?%s',
  async (query) => {
    const { port, state } = await startMailServer({ authOptional: true });
    const outcome = await sendTo(`smtp://127.0.0.1:${port}?${query}`);
    expect([outcome, state.taken]).toEqual([{ kind: 'delivered' }, 1]);
  },
);

it('a mail in progress is aborted when the server stops, and its connection is closed', async () => {
  const stopping = new AbortController();
  let closed: Promise<unknown> = Promise.resolve();
  const { port } = await startStubborn((socket) => {
    closed = once(socket, 'close');
    stopping.abort();
  });
  await expect(sendTo(`smtp://127.0.0.1:${port}`, stopping.signal)).rejects.toThrow();
  await closed;
});
