// How many there are of something, in words: `1 event`, `2 addresses`.

export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
