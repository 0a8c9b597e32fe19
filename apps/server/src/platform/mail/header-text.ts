/**
 * One line of text for a mail header: line breaks and other control characters, with which a value could begin a header
 * of its own, become spaces.
 */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
