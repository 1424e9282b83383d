// The server's log: JSON lines, without bodies, keys or IP addresses of callers.

/** Facts of one line. Never a body, a key or an IP address. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  /** Something failed; `cause` is written with its stack. */
  error(message: string, cause?: unknown, fields?: LogFields): void;
}

/** `json`: everything. `errors`: only what failed, so that the start banner reads well. */
export type LogMode = 'json' | 'errors' | 'silent';

const describe = (cause: unknown): string | undefined => {
  if (cause === undefined) return undefined;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
};

export function createLog(
  mode: LogMode,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Log {
  const line = (level: 'info' | 'error', message: string, fields: LogFields) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  return {
    info: (message, fields = {}) => {
      if (mode === 'json') line('info', message, fields);
    },
    error: (message, cause, fields = {}) => {
      if (mode !== 'silent') line('error', message, { ...fields, cause: describe(cause) });
    },
  };
}
