// The parts of the process that the command line uses, so that tests can replace them.

/** The environment, working directory and streams of the command line. */
export interface CliProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}
