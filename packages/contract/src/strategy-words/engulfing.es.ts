import type { StrategyTexts } from './words.ts';

export const ENGULFING_ES: StrategyTexts<'engulfing'> = {
  name: 'Vela envolvente',
  shortName: 'Envolvente',
  explained:
    'CALL cuando una vela alcista envuelve el cuerpo de la bajista anterior tras una caída; PUT al revés. Con 0 velas de tendencia no mira lo anterior.',
  labels: { body_ratio: 'Cuerpo mínimo', trend_candles: 'Tendencia previa' },
  units: { body_ratio: '× el anterior', trend_candles: 'velas' },
  choices: {},
  notAscending: null,
  inWords: (of) => `Envolvente ×${of('body_ratio')} · tendencia ${of('trend_candles')}`,
};
