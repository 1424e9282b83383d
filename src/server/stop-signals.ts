// The signals that stop the server, which its engine leaves to it.

/** Ctrl-C, what service managers send, and the end of the terminal: each reaches all processes of the server. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
