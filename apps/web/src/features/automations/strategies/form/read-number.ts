/** Parses a typed number. Comma and point are both decimal marks. Returns null if the text is not a number. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim().replace('−', '-');
  return /^-?\d{1,10}([.,]\d{1,8})?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : null;
}
