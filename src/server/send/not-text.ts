// Recognises input that is no UTF-8 text, and says how to convert it.

/** @returns what is wrong with the input that this line is of, and the remedy; undefined for text */
export function notText(line: string): string | undefined {
  // The second byte of gzip's mark is no UTF-8, so reading it as text replaces it.
  if (line.startsWith('\u001f\ufffd')) {
    return 'is compressed. Unpack it: gunzip -c given.gz > rows';
  }
  return line.includes('\0')
    ? 'is UTF-16 or not a text file. Convert it: iconv -f UTF-16 -t UTF-8 given > rows'
    : undefined;
}
