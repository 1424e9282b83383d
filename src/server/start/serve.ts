// `chaintrail serve`: starts the server, prints the keys, and stops it on a signal.

import type { ServerSettings } from '../settings/settings.js';
import { STOP_SIGNALS } from '../stop-signals.js';
import { banner } from './banner.js';
import { isAnyAddress, startServer } from './start-server.js';

type Print = (text: string) => Promise<boolean>;

/** Tells whether the stream accepted the text. */
const printTo =
  (stream: NodeJS.WriteStream): Print =>
  (text) =>
    new Promise((resolve) => {
      stream.write(text, (error) => resolve(!error));
    });

/** Resolves when the server listens; it then runs until a signal. */
export async function serve(settings: ServerSettings): Promise<void> {
  // As pid 1 of a container, a process ignores signals without a listener. Until the server is ready, a
  // signal ends it at once, which is safe like a crash.
  const leave = (_: NodeJS.Signals, number: number) => process.exit(128 + number);
  for (const signal of STOP_SIGNALS) process.on(signal, leave);
  const server = await startServer(settings);
  for (const signal of STOP_SIGNALS) process.off(signal, leave);
  // What programs read has nothing but JSON in it, line by line, and no keys.
  const print = printTo(settings.log === 'json' ? process.stderr : process.stdout);
  stopOnSignals(server.close, settings.stopTimeoutSeconds, print);
  const isShown = await print(
    banner({
      url: server.url,
      listensAt: server.listensAt,
      isUnnamed: settings.publicUrl === undefined && isAnyAddress(settings.host),
      writeKey: server.writeKey,
      apiKey: server.newApiKey?.plain,
      dataDirectory: settings.dataDirectory,
      demo: settings.demo,
    }),
  );
  if (isShown) await server.newApiKey?.markShown();
}

/** When the deadline passes, the process ends: events not yet in the database stay in the journal. */
function stopOnSignals(close: () => Promise<void>, timeoutSeconds: number, print: Print): void {
  const fail = (text: string): void => {
    process.stderr.write(`${text}\n`);
    process.exit(1);
  };
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) {
      // A second signal stops at once. But a terminal sends SIGHUP twice when it is closed: itself, and by its shell.
      if (signal !== 'SIGHUP') process.exit(1);
      return;
    }
    isStopping = true;
    void print('\nStopping: finishing requests, writing events to the database.\n');
    setTimeout(
      () =>
        fail(`Not stopped after ${timeoutSeconds} s; the next start loads the remaining events.`),
      timeoutSeconds * 1_000,
    );
    close().then(
      () => process.exit(0),
      (error) => fail(String(error instanceof Error ? error.stack : error)),
    );
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}
