// `chaintrail serve`: starts the server, tells the keys, and stops it on a signal.
import { banner } from './banner.js';
import type { ServerSettings } from './settings.js';
import { isAnyAddress, startServer } from './start-server.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Whether somebody took it. */
const print = (text: string): Promise<boolean> =>
  new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(!error));
  });

/** Answers when the server listens; it then runs until a signal. */
export async function serve(settings: ServerSettings): Promise<void> {
  // Without a listener the first process of a container hears no signal. What is not ready ends as in a crash.
  const leave = (_: NodeJS.Signals, number: number) => process.exit(128 + number);
  for (const signal of SIGNALS) process.on(signal, leave);
  const server = await startServer(settings);
  for (const signal of SIGNALS) process.off(signal, leave);
  stopOnSignals(server.close, settings.stopTimeoutSeconds);
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

/** After the deadline it ends all the same: the journal keeps what the database did not get. */
function stopOnSignals(close: () => Promise<void>, timeoutSeconds: number): void {
  const fail = (text: string): void => {
    process.stderr.write(`${text}\n`);
    process.exit(1);
  };
  let isStopping = false;
  const stop = (): void => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    void print('\nStopping: finishing requests, writing events to the database.\n');
    setTimeout(
      () => fail(`Not stopped after ${timeoutSeconds} s; the next start goes on with the rest.`),
      timeoutSeconds * 1_000,
    );
    close().then(
      () => process.exit(0),
      (error) => fail(String(error instanceof Error ? error.stack : error)),
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}
