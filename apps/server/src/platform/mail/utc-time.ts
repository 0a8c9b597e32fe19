const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

const clockOf = (at: Date): string => at.toISOString().slice(11, 16);
const monthOf = (at: Date): string => MONTHS[at.getUTCMonth()] ?? '';

/**
 * Formats a time as `21 de noviembre de 2026, 06:08 hora UTC`. Mails use UTC because their readers may be in any time
 * zone.
 */
export const longUtcTime = (at: Date): string =>
  `${at.getUTCDate()} de ${monthOf(at)} de ${at.getUTCFullYear()}, ${clockOf(at)} hora UTC`;

/** Formats a time in the short form `21 nov 2026, 06:08 UTC`. */
export const shortUtcTime = (at: Date): string =>
  `${at.getUTCDate()} ${monthOf(at).slice(0, 3)} ${at.getUTCFullYear()}, ${clockOf(at)} UTC`;
