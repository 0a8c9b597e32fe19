import type { StrategyTexts } from './words.ts';

export const MACD_ES: StrategyTexts<'macd'> = {
  name: 'MACD',
  shortName: 'MACD',
  explained: 'CALL cuando la línea MACD cruza por encima de su señal; PUT cuando cruza por debajo.',
  labels: { fast: 'Rápida', slow: 'Lenta', signal: 'Señal' },
  units: { fast: 'velas', slow: 'velas', signal: 'velas' },
  choices: {},
  notAscending: 'La media rápida debe ser más corta que la lenta.',
  inWords: (of) => `MACD ${of('fast')}/${of('slow')}/${of('signal')}`,
};
