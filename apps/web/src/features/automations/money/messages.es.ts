/** Texts about the account and the duration of the trades of a setup or strategy. */
export const automationMessages = {
  on: (account: string) => `En ${account}`,
  withCurrency: (account: string, currency: string) => `${account} · ${currency}`,
  accountOf: (name: string) => `Cuenta en la que opera ${name}`,
  moved: (name: string, account: string) => `${name} opera ahora en ${account}`,
  notConverted: (currency: string) =>
    `Sus montos no se convierten: los mismos números son ahora ${currency}. Revísalos.`,
  tradesOn: 'Cuenta en la que opera',
  amountsIn: (currency: string) => `Sus montos y límites son en ${currency}. Dinero de práctica.`,
  amountsInReal: (currency: string) => `Sus montos y límites son en ${currency}. Dinero real.`,
  graduation: '¿Qué falta para operar con dinero real?',
  graduationOf: (name: string) => `¿Qué falta para operar con dinero real? ${name}`,
  amountsOfNew: (currency: string) =>
    `La cuenta que usas ahora, con dinero de práctica: sus montos son en ${currency}. Una vez creada puedes pasarla a otra.`,
  chooseClose: (length: string) => `Al cierre de la vela siguiente (${length})`,
  atClose: 'Vence al cierre de la vela que empieza con la entrada, más el retraso que mide su tarjeta.',
} as const;
