// The size of a text on the wire, without making the bytes.

/** Bytes that `text` takes in UTF-8, as TextEncoder would write it. */
export const utf8Length = (text: string): number => {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    const isPair =
      (unit & 0xfc00) === 0xd800 && ((text.charCodeAt(i + 1) || 0) & 0xfc00) === 0xdc00;
    // A surrogate pair takes four bytes: two are in `length`, two were just added, and its second
    // unit is skipped.
    if (isPair) i++;
  }
  return bytes;
};
