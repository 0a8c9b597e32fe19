import type { StrategyTexts } from './words.ts';

export const STOCHASTIC_ES: StrategyTexts<'stochastic'> = {
  name: 'Estocástico',
  shortName: 'Estocástico',
  explained:
    'CALL cuando %K sale de la sobreventa y cruza por encima de %D; PUT cuando sale de la sobrecompra y cruza por debajo.',
  labels: {
    k_period: 'Período %K',
    k_smoothing: 'Suavizado %K',
    d_period: 'Período %D',
    oversold: 'Sobreventa',
    overbought: 'Sobrecompra',
  },
  units: { k_period: 'velas', k_smoothing: 'velas', d_period: 'velas' },
  choices: {},
  notAscending: 'La sobreventa debe quedar por debajo de la sobrecompra.',
  inWords: (of) =>
    `Estocástico ${of('k_period')}/${of('k_smoothing')}/${of('d_period')} · ${of('oversold')}/${of('overbought')}`,
};
