export const dashboardMessages = {
  title: 'Inicio',
  summary: 'Resumen',
  tiles: {
    today: 'Operaciones hoy',
    breakdown: ({ won, lost, tied }: { won: number; lost: number; tied: number }) =>
      [
        `${won} ${won === 1 ? 'ganada' : 'ganadas'}`,
        `${lost} ${lost === 1 ? 'perdida' : 'perdidas'}`,
        `${tied} ${tied === 1 ? 'empate' : 'empates'}`,
      ].join(' · '),
    rate: 'Acierto, 30 días',
    undecided: 'Sin decidir',
    undecidedText: 'Aún no hay operaciones decididas',
    profit: 'Resultado hoy',
    settledToday: (count: number) => (count === 1 ? '1 terminada' : `${count} terminadas`),
    curve: 'Resultado acumulado de hoy',
    active: 'Activas',
    of: (maximum: number) => `de ${maximum}`,
    atStake: (amount: string) => `${amount} en juego`,
    failed: 'No cargó.',
    retry: 'Reintentar',
    nothing: '—',
  },
  activity: 'Actividad',
  active: 'Activas',
  history: 'Historial',
  signals: 'Señales',
} as const;
