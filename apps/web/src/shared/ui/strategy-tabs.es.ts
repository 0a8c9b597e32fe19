/** Labels of the tabs of Binarias. They are separate from the other texts, because only these screens load them. */
export const strategyTabsMessages = {
  label: 'Estrategias binarias',
  indicators: 'Indicadores',
  pcr: 'PCR',
  tests: 'Pruebas',
  debug: 'Diagnóstico',
} as const;
