/**
 * Returns one line of text for a mail header. Line breaks and other control characters, which could start another
 * header, are replaced by spaces.
 */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
