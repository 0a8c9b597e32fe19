/** Texts of the strip above the buttons of an order. */
export const stripMessages = {
  label: 'En curso y últimos resultados',
  none: 'Aquí verás lo que tienes abierto y tus últimos diez resultados.',
  noneRunning: 'Nada abierto ahora.',
  running: 'Operaciones en curso',
  noResults: 'Sin resultados todavía',
  /** The results in words, for readers who do not see the marks. */
  results: ({ won, lost, tied }: { won: number; lost: number; tied: number }, last: string) => {
    const count = won + lost + tied;
    const parts = [
      `${won} ${won === 1 ? 'ganada' : 'ganadas'}`,
      `${lost} ${lost === 1 ? 'perdida' : 'perdidas'}`,
      `${tied} ${tied === 1 ? 'empate' : 'empates'}`,
    ];
    const head = count === 1 ? 'Tu último resultado' : `Tus últimos ${count} resultados`;
    return `${head}: ${parts.join(', ')}. El más reciente: ${last}.`;
  },
  last: { won: 'ganada', lost: 'perdida', expired: 'empate' },
  standing: { won: 'ganando', lost: 'perdiendo', tie: 'empate' },
  chip: (symbol: string, direction: string, left: string, standing: string) =>
    `${symbol} ${direction}, ${left}, ${standing}: ver detalle`,
  left: (time: string) => `quedan ${time}`,
  unknown: 'sin precio para saberlo',
} as const;
