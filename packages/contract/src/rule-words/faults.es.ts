/** Refusals of the rules that a user writes. */
export const RULE_FAULTS_ES = {
  ascending: 'El período rápido debe ser menor que el lento.',
  leftIsNumber: 'A la izquierda va un precio o un indicador, no un número.',
  units: 'No se pueden comparar: un precio va con precios; un nivel de 0 a 100, con niveles o números.',
  trendTooLong: 'Ese período necesita más de 28 días de historia: baja el período o elige un marco más corto.',
  noRules: 'Escribe al menos una condición, para CALL o para PUT.',
  timeZone: 'La zona horaria no existe.',
  sameDay: 'Cada día va una sola vez.',
  sameHour: 'La hora de inicio y la de fin deben ser distintas.',
} as const;
