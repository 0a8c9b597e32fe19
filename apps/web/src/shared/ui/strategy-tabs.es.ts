/** Labels of the tabs of Binarias. They are apart from the other words, because only these screens load them. */
export const strategyTabsMessages = {
  label: 'Estrategias binarias',
  indicators: 'Indicadores',
  pcr: 'PCR',
  tests: 'Pruebas',
  debug: 'Diagnóstico',
} as const;
