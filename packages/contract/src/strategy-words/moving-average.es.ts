import type { StrategyTexts } from './words.ts';

export const MOVING_AVERAGE_ES: StrategyTexts<'moving_average'> = {
  name: 'Cruce de medias',
  shortName: 'Medias',
  explained: 'CALL cuando la media rápida cruza por encima de la lenta; PUT cuando cruza por debajo.',
  labels: { fast: 'Rápida', slow: 'Lenta', ma_type: 'Media' },
  units: { fast: 'velas', slow: 'velas' },
  choices: { ma_type: { ema: 'EMA', sma: 'SMA' } },
  notAscending: 'La media rápida debe ser más corta que la lenta.',
  inWords: (of) => `${of('ma_type').toUpperCase()} ${of('fast')}/${of('slow')}`,
};
