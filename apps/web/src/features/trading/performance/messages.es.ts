export const performanceMessages = {
  label: 'Rendimiento de lo filtrado',
  /** One line instead of the figures. It has no win rate, which needs its interval beside it. */
  folded: (trades: number) => (trades === 1 ? '1 operación' : `${trades} operaciones`),
  unfold: 'Ver cifras',
  fold: 'Ocultar cifras',
  onlyOf: (purse: string) => `Las cifras son solo de ${purse}; la lista muestra todo tu dinero.`,
  trades: 'Operaciones',
  /** Describes the tied and the cancelled trades. */
  aside: (tied: number, voided: number) =>
    [
      tied > 0 && `${tied} ${tied === 1 ? 'empate' : 'empates'}`,
      voided > 0 && `${voided} ${voided === 1 ? 'anulada' : 'anuladas'}`,
    ]
      .filter(Boolean)
      .join(' · '),
  allDecided: 'todas ganadas o perdidas',
  rate: 'Acierto',
  undecided: 'Sin cerradas',
  undecidedText: 'Ninguna terminó ganada ni perdida',
  expectancy: 'Esperanza',
  perTrade: 'por operación',
  profitFactor: 'Factor de ganancia',
  profitFactorText: 'ganado por cada unidad perdida',
  nothingLost: 'nada perdido aún',
  worstStreak: 'Peor racha',
  inARow: (count: number) => (count === 1 ? 'perdida' : 'perdidas seguidas'),
  drawdown: 'Caída máxima',
  drawdownText: 'desde su punto más alto',
  result: 'Resultado',
  ofStaked: (amount: string) => `de ${amount} apostados`,
  failed: 'No pudimos calcular tu rendimiento.',
  retry: 'Reintentar',
  open: 'Ver estadísticas',
  title: 'Estadísticas',
  nothing: 'No hay operaciones terminadas que sumar: cambia los filtros o espera a que termine alguna.',
  curveTitle: 'Resultado acumulado',
  groups: 'Por grupo',
  byAsset: 'Por activo',
  asset: 'Activo',
  zone: 'Horas y días según la zona horaria de tu cuenta.',
  none: '—',
} as const;
