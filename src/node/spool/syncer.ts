// Makes what was written safe from a power cut, in groups: one fdatasync answers all that came before it.
import { fdatasync } from 'node:fs';

/** Answers the function that syncs the file that is written to, if one is; false: the disk refused. */
export const createSyncer = (file: () => number | undefined): (() => Promise<boolean>) => {
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;

  const sync = () =>
    new Promise<boolean>((resolve) => {
      const open = file();
      if (open === undefined) resolve(true);
      else fdatasync(open, (cause) => resolve(cause === null));
    });

  const start = (): Promise<boolean> => {
    next = undefined;
    running = sync().finally(() => {
      running = undefined;
    });
    return running;
  };
  // What is being synced may have been written after the sync began: a further one is due.
  return () => {
    if (!running) return start();
    next ??= running.then(start);
    return next;
  };
};
