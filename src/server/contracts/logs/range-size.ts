// How many blocks to request at once: halved when a node refuses, and raised a little after each success.

export interface RangeSize {
  current(): number;
  succeeded(): void;
  /** @returns whether a smaller range can be tried */
  refused(blocks: number): boolean;
}

const FIRST = 2_000;
const MOST = 10_000;

export function createRangeSize(first = FIRST): RangeSize {
  let size = first;
  return {
    current: () => size,
    succeeded() {
      size = Math.min(MOST, size + Math.max(1, Math.floor(size / 8)));
    },
    refused(blocks) {
      size = Math.max(1, Math.floor(Math.min(size, blocks) / 2));
      return blocks > 1;
    },
  };
}
