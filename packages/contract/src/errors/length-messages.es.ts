/** Message for a setup that contains its trade duration in several fields, or in no field. */
export const EXPIRY_FAULT_ES =
  'Indica la expiración en un solo campo: expiry (minutos), expiry_seconds o expiry_ticks.';
