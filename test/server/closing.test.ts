// Undoing everything that was opened.
import { expect, it } from 'vitest';
import { createClosing } from '../../src/server/closing.js';

it('runs every undo, newest first, and says of each that failed why it did', async () => {
  const { onClose, close } = createClosing();
  const done: string[] = [];
  const undo = (name: string, error?: Error) =>
    onClose(async () => {
      done.push(name);
      if (error !== undefined) throw error;
    });
  undo('database', new Error('the disk is full'));
  undo('journal');
  undo('socket', new Error('EBUSY: it is in use'));
  await expect(close()).rejects.toThrow(
    'Some parts did not close cleanly: EBUSY: it is in use; the disk is full',
  );
  expect(done).toEqual(['socket', 'journal', 'database']);
  await close();
  expect(done).toHaveLength(3);
});
