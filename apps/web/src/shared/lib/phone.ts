const SHAPE = /^\+[\d\s().-]+$/;
const DIGITS_MIN = 8;
const DIGITS_MAX = 15;

/**
 * Returns true for an empty text, or for a phone number with country code: `+` and the digits of E.164. Spaces, dots,
 * hyphens or parentheses may separate the digits.
 */
export function isPhoneOrNone(text: string): boolean {
  if (text === '') return true;
  const digitCount = text.replace(/\D/g, '').length;
  return SHAPE.test(text) && digitCount >= DIGITS_MIN && digitCount <= DIGITS_MAX;
}
