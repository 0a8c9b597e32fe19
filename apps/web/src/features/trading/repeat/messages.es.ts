/** Texts of the orders that repeat a trade. */
export const repeatMessages = {
  repeat: 'Repetir',
  /** Accessible name of the button. */
  repeatWhat: (symbol: string, direction: string, amount: string, length: string) =>
    `Repetir ${symbol} ${direction} de ${amount} a ${length}`,
  what: (symbol: string, mark: string, amount: string) => `${symbol} ${mark} ${amount}`,
  payout: (payout: string) => `· ${payout}`,
  before: (payout: string) => `antes ${payout}`,
  asking: '· …',
  title: 'No se repitió',
  close: 'Cerrar',
  with: (direction: string, payout: string) => `${direction} con ${payout}`,
  payoutLoading: 'Pago …',
  chooseAccount: 'Cambiar de cuenta',
  faults: {
    account: (was: string, now: string) =>
      `Esta operación fue en ${was} y ahora operas en ${now}. Cambia de cuenta para repetirla.`,
    currency: (was: string, now: string) =>
      `Esta operación fue en ${was} y tu cuenta es ahora en ${now}: el mismo monto sería otro dinero.`,
    noAccount: 'Todavía no sabemos qué cuenta usas. Inténtalo en un momento.',
    offline: 'No tienes conexión: no se envió nada.',
    closed: (symbol: string) => `El mercado de ${symbol} está cerrado: no se envió nada.`,
    length: (symbol: string, length: string) => `${symbol} ya no se ofrece a ${length}: no se envió nada.`,
    payoutUnknown: 'El bróker nunca dijo el pago de esta operación. Mira el pago de ahora antes de repetirla.',
  },
} as const;
