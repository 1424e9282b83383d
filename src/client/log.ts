// What the client logs of its requests: never a key, a body or a query.

export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** A logger, such as `console`. */
export type Logger = Readonly<
  Record<Exclude<LogLevel, 'off'>, (message: string, fields: object) => void>
>;

const RANK: Readonly<Record<LogLevel, number>> = { off: 0, error: 1, warn: 2, info: 3, debug: 4 };

export type Log = (level: Exclude<LogLevel, 'off'>, message: string, fields: object) => void;

export const createLog =
  (logger: Logger, most: LogLevel): Log =>
  (level, message, fields) => {
    if (RANK[level] <= (RANK[most] ?? 0)) logger[level](`chaintrail: ${message}`, fields);
  };
