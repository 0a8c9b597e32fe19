/** Parses a typed number; null if the text is not a number. Comma and point both mark decimals. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim().replace('−', '-');
  return /^-?\d{1,10}([.,]\d{1,8})?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : null;
}
