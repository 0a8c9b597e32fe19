export type StrengthLevel = 'weak' | 'fair' | 'good' | 'strong';

/**
 * Estimates the strength of a password from its length and its variety of characters. The estimate is the number of
 * bits of a random text with the same kinds of characters. Only the first three occurrences of a character count, so
 * that `aaaaaaaaaaaa` is weak.
 */
export function passwordStrength(password: string): StrengthLevel {
  const bits = countedLength(password) * Math.log2(alphabetSize(password));
  if (password.length < 8 || bits < 36) return 'weak';
  if (bits < 54) return 'fair';
  return bits < 78 ? 'good' : 'strong';
}

function countedLength(password: string): number {
  const seen = new Map<string, number>();
  for (const character of password) seen.set(character, (seen.get(character) ?? 0) + 1);
  return [...seen.values()].reduce((sum, times) => sum + Math.min(times, 3), 0);
}

const KINDS: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 32],
];

const alphabetSize = (password: string): number =>
  KINDS.reduce((size, [kind, letters]) => (kind.test(password) ? size + letters : size), 1);
