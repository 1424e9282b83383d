// The picture of a chart, once it no longer changes: a chart takes its tooltip away some frames after the pointer.
import type { Locator } from 'playwright-core';

const FRAMES = 4;

/** @returns the data URL of the canvas, once it is the same in several frames */
export const stillPicture = (canvas: Locator): Promise<string> =>
  canvas.evaluate(async (one: HTMLCanvasElement, frames) => {
    let last = '';
    for (let same = 0; same < frames; same += 1) {
      await new Promise(requestAnimationFrame);
      const now = one.toDataURL();
      if (now !== last) same = 0;
      last = now;
    }
    return last;
  }, FRAMES);
