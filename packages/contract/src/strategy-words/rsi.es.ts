import type { StrategyTexts } from './words.ts';

export const RSI_ES: StrategyTexts<'rsi'> = {
  name: 'RSI',
  shortName: 'RSI',
  explained: 'CALL cuando el RSI sale de la sobreventa hacia arriba; PUT cuando sale de la sobrecompra hacia abajo.',
  labels: { rsi_period: 'Período', oversold: 'Sobreventa', overbought: 'Sobrecompra' },
  units: { rsi_period: 'velas' },
  choices: {},
  notAscending: 'La sobreventa debe quedar por debajo de la sobrecompra.',
  inWords: (of) => `RSI ${of('rsi_period')} · ${of('oversold')}/${of('overbought')}`,
};
