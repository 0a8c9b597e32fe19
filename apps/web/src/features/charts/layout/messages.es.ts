/** Texts of several charts at once. */
export const layoutMessages = {
  title: 'Gráficos a la vez',
  counts: { 1: '1 gráfico', 2: '2 gráficos', 4: '4 gráficos' },
  hint: 'Tu orden va siempre al activo del gráfico con marco. Pulsa otro para operar en él.',
  noPanes: 'Con cuatro no caben RSI ni MACD: se ven con uno o dos.',
  group: 'Gráficos',
  choose: (symbol: string, timeframe: string) => `Operar en ${symbol}, velas de ${timeframe}`,
  wait: 'Tu orden va en camino: espera su respuesta para cambiar de gráfico.',
} as const;
