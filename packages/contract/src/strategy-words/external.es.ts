import type { StrategyTexts } from './words.ts';

export const EXTERNAL_ES: StrategyTexts<'external'> = {
  name: 'Señal externa',
  shortName: 'Externa',
  explained:
    'No mira velas: sus señales llegan de fuera, por ejemplo de una alerta de TradingView, a una dirección secreta que creas después de guardarla.',
  labels: {},
  units: {},
  choices: {},
  notAscending: null,
  inWords: () => 'Señal externa',
};
