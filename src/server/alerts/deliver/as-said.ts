// Cleans the text of a receiver's answer for the log of deliveries.
import { cut } from './describe.js';

/** One line, cut to `length`, without characters that no database stores: any answer must be possible to record. */
export const asSaid = (text: string, length: number): string =>
  cut(text.replaceAll(/[\p{Cc}\p{Cf}\s\uFFFD]+/gu, ' '), length).trim();
