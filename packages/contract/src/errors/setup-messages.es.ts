/** Sentences for faults of a setup that involve several values, or that list the allowed values. */
export const SETUP_FAULTS_ES = {
  lengthsCrossed: 'No puede superar a «maxLength».',
  sameTimes: 'Debe ser distinto de «from».',
  volatilityCrossed: 'No puede superar a «maxAtrPct».',
  empty: 'No puede estar vacío.',
  repeats: 'Repite un valor.',
  timeOfDay: 'Debe ser una hora HH:MM entre 00:00 y 23:59.',
  switch: 'Debe ser true o false.',
  operations: (max: number): string => `Debe ser «all» o un número entre 1 y ${max}.`,
  resetTime: 'Debe ser uno de: daily, weekly, HH:MM.',
} as const;
