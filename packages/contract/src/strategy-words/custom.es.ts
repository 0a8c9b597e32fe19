import type { StrategyTexts } from './words.ts';

export const CUSTOM_ES: StrategyTexts<'custom'> = {
  name: 'Reglas propias',
  shortName: 'Propias',
  explained: 'CALL y PUT cuando empiezan a cumplirse las condiciones que escribes, al cerrar la vela.',
  labels: {},
  units: {},
  choices: {},
  notAscending: null,
  inWords: () => 'Reglas propias',
};
