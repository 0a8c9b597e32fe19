/** Texts of the lists of trades. They load with the lists. */
export const tradesMessages = {
  opener: (symbol: string, direction: string, time: string) => `${symbol} ${direction} de las ${time}: ver detalle`,
  asset: 'Activo',
  direction: 'Dirección',
  amount: 'Monto',
  entry: 'Entrada',
  price: 'Precio actual',
  ifItEndedNow: 'Si terminara ahora',
  timeLeft: 'Tiempo restante',
  mode: 'Modo',
  origin: 'Origen',
  result: 'Resultado',
  profit: 'Ganancia',
  settlePrice: 'Cierre',
  time: 'Hora',
  standing: {
    won: (profit: string) => `Ganando ${profit}`,
    lost: (profit: string) => `Perdiendo ${profit}`,
    tie: (profit: string) => `Empate ${profit}`,
  },
  /** Texts without an amount, for trades whose payout is unknown. */
  standingAlone: { won: 'Ganando', lost: 'Perdiendo', tie: 'Empate' },
  /** Text for a trade at a broker while the screen shows other prices than those of the broker. */
  brokerTells: (broker: string) => `Lo dirá ${broker}`,
  /** Text for a paper trade. `whose` are the words that follow «precios». */
  otherPrices: (whose: string) => `Con precios ${whose}`,
  settling: 'Liquidando…',
  tickOf: (passed: number, total: number) => `tick ${passed} de ${total}`,
  sending: 'Enviando…',
  unknown: 'Estado desconocido',
  unknownText: 'lo estamos comprobando con el bróker',
  stale: (seconds: number) => `sin datos desde hace ${seconds} s`,
  unreliable: 'precio no fiable',
  endedAt: (time: string) => `terminó ${time}`,
  refunded: 'devuelto',
  none: 'Aún no hay operaciones activas.',
  makeOne: (account: string | null, isReal: boolean) =>
    account === null || isReal
      ? 'Preparar una operación'
      : `Haz una en ${account === 'Simulado' ? 'simulado' : account}`,
  overdue: (count: number) =>
    count === 1
      ? '1 operación espera su resultado. Se liquida al precio de su expiración, aunque tarde.'
      : `${count} operaciones esperan su resultado. Se liquidan al precio de su expiración, aunque tarde.`,
  settlementLate: 'La liquidación va con retraso.',
  healthFailed: 'No pudimos saber cómo va la liquidación.',
  activeFailed: 'No pudimos cargar tus operaciones activas',
  origins: { manual: 'Manual', pcr: 'Señal PCR', strategy: 'Estrategia', api: 'API' },
  statuses: { active: 'Activa', won: 'Ganada', lost: 'Perdida', expired: 'Empate', cancelled: 'Anulada' },
  undecided: 'Sin aclarar',
  sold: 'Vendida',
} as const;
