export const tradingMessages = {
  assetTypes: {
    forex: 'Forex',
    crypto: 'Cripto',
    commodities: 'Materias primas',
    indices: 'Índices',
    stocks: 'Acciones',
  },
  ticket: {
    label: 'Nueva operación',
    payout: (payout: string) => `Pago ${payout}`,
    payoutLoading: 'Pago …',
    payoutUnknown: 'Pago sin datos',
    amount: 'Monto',
    limits: (min: string, max: string) => `mín. ${min} · máx. ${max}`,
    less: 'Menos',
    more: 'Más',
    quickAmounts: 'Montos rápidos',
    durationLabel: 'Duración',
    receive: 'Recibes',
    risk: 'Arriesgas',
    breakEven: 'Equilibrio',
    win: (profit: string) => `Ganas ${profit}`,
    sending: 'Enviando',
    order: (direction: string, amount: string, length: string) => `${direction} ${amount} · ${length}`,
    shortcuts: 'Atajos',
    shortcutsArmed: 'activados',
    shortcutsOff: 'desactivados',
    armShortcuts: 'Atajos activados',
    edit: (what: string, value: string) => `${what}: ${value}. Cambiar`,
    account: (account: string) => `Cuenta: ${account}`,
    onEqualPrices: { tie: '· si empata, vuelve el monto', lost: '· si empata, pierdes el monto' },
    otherPrices: (broker: string) =>
      `El gráfico no muestra precios de ${broker}: tu operación abre y cierra a los suyos.`,
    checkAmount: 'Revisa el monto',
    checkDuration: 'Revisa la duración',
    sentence: (profit: string, receive: string, stake: string, breakEven: string) =>
      `Ganas ${profit} si aciertas (recibes ${receive}) · pierdes ${stake} si fallas · necesitas acertar ${breakEven}`,
    dismiss: 'Cerrar aviso',
    noPayout: 'Esperando el pago',
    toConnections: 'Ir a Conexiones',
  },
  amountFaults: {
    notANumber: 'Escribe el monto en cifras, por ejemplo 10.50',
    tooManyDecimals: (decimals: number) =>
      decimals === 0
        ? 'Escribe un monto sin decimales ni separador de miles.'
        : `Usa ${decimals === 2 ? 'dos' : decimals} decimales como máximo y ningún separador de miles.`,
    belowMinimum: (minimum: string) => `Monto mínimo: ${minimum}`,
    aboveMaximum: (maximum: string) => `Monto máximo: ${maximum}`,
  },
  verdict: {
    none: 'Aún no tienes operaciones cerradas.',
    above: 'Tu acierto está por encima del equilibrio.',
    below: 'Tu acierto está por debajo del equilibrio.',
    indistinguishable: 'Tu acierto aún no se distingue del equilibrio.',
    short_sample: 'Tu muestra es corta: aún no dice nada.',
  },
  blocks: {
    market_closed: 'Mercado cerrado',
    offline: 'Sin conexión',
    no_price: 'Esperando precio',
    stale: (seconds: number) => `Sin datos, ${seconds} s`,
    unreliable: 'Precio no fiable',
    full: (maximum: number) => (maximum === 1 ? 'Ya tienes 1 activa' : `Ya tienes ${maximum} activas`),
    unreliableText:
      'Llegan precios, pero no se mueven o su hora no es la del servidor: no se puede operar hasta que vuelvan a ser fiables.',
  },
  orders: {
    accepted: (symbol: string, direction: string) => `Orden aceptada: ${symbol} ${direction}`,
    acceptedText: (amount: string, time: string) => `${amount} · expira ${time}`,
    acceptedTicks: (amount: string, length: string) => `${amount} · ${length}`,
    unknown: 'Estado desconocido',
    unknownText: (time: string) => `Sin respuesta desde las ${time}. El monto puede estar tomado: no la repitas.`,
    askNow: 'Consultar ahora',
    asking: 'Consultando…',
    late: {
      of: (symbol: string, direction: string, amount: string, time: string) =>
        `${symbol} ${direction} de ${amount}, enviada a las ${time}`,
      accepted: 'La orden sí llegó: la operación se abrió',
      refused: 'La orden no se abrió',
      forgotten: 'Ya no podemos consultar una orden: mira tu historial',
    },
    acceptPayout: (direction: string, payout: string) => `${direction} con ${payout}`,
  },
  trades: {
    /** Texts that load with the trade lists. The other texts of the trade detail load later. */
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
  },
} as const;
