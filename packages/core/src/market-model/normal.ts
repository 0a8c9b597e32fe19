/** Probability below which the approximation of the tail is used instead of the central one. */
const TAIL_PROBABILITY = 0.02425;

/**
 * Returns a standard normal number from 32 hashed bits. The sign bit selects the side and the other 31 bits the
 * distance: z and −z are equally likely. |z| ≤ 6.3. The inverse is P. J. Acklam's rational approximation (2003), with a
 * relative error below 1.15e-9.
 */
export function normalFromHash(bits: number): number {
  const probability = ((bits & 0x7fffffff) + 0.5) / 4_294_967_296;
  const distance = probability < TAIL_PROBABILITY ? tail(probability) : centre(0.5 - probability);
  return bits < 0 ? -distance : distance;
}

function centre(q: number): number {
  const r = q * q;
  const above =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239;
  const below =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1;
  return (above * q) / below;
}

function tail(probability: number): number {
  const q = Math.sqrt(-2 * Math.log(probability));
  const above =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
      4.374664141464968) *
      q +
    2.938163982698783;
  const below =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1;
  return -above / below;
}
