/** Texts of the reasons why an automation gave no signal or no order. */
export const rejectionMessages = {
  title: '¿Por qué no opera?',
  failed: 'No pudimos cargar las oportunidades rechazadas',
  unknown: 'sin dato',
  stages: { gate: 'Regla', data: 'Datos', order: 'Orden' },
  reasons: {
    late: 'Lejos del nivel',
    filters: 'Filtro',
    conflict: 'Zonas opuestas',
    one_a_candle: 'Una por vela',
    backfilled: 'Vela rellenada',
    stale: 'Sin datos en vivo',
    hours: 'Horario',
    days: 'Día',
    cooldown: 'Espera',
    payout: 'Pago',
  },
  measured: (value: string, limit: string) => `${value} · límite ${limit}`,
} as const;
