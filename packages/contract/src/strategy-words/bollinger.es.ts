import type { StrategyTexts } from './words.ts';

export const BOLLINGER_ES: StrategyTexts<'bollinger'> = {
  name: 'Bollinger',
  shortName: 'Bollinger',
  explained:
    'CALL cuando el cierre vuelve a entrar por la banda inferior; PUT por la superior. Solo con las bandas abiertas lo suficiente.',
  labels: { period: 'Período', std_dev: 'Desviaciones', squeeze_threshold: 'Ancho mínimo' },
  units: { period: 'velas', squeeze_threshold: '%' },
  choices: {},
  notAscending: null,
  inWords: (of) => `Bollinger ${of('period')} · ${of('std_dev')}`,
};
