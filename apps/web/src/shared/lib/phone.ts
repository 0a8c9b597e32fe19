const SHAPE = /^\+[\d\s().-]+$/;
const DIGITS_MIN = 8;
const DIGITS_MAX = 15;

/** A telephone number with its country code, or none: `+` and as many digits as E.164 allows, set out as one likes. */
export function isPhoneOrNone(text: string): boolean {
  if (text === '') return true;
  const digitCount = text.replace(/\D/g, '').length;
  return SHAPE.test(text) && digitCount >= DIGITS_MIN && digitCount <= DIGITS_MAX;
}
