// What a receiver said, as the log of deliveries keeps it.
import { cut } from './describe.js';

/** In one line, as long at most, and without what no database takes: a delivery must be noted whatever was said. */
export const asSaid = (text: string, length: number): string =>
  cut(text.replaceAll(/[\p{Cc}\p{Cf}\s\uFFFD]+/gu, ' '), length).trim();
