/** Texts about an order that is not open yet. They load with the list of open trades, after the first screen. */
export const waitingMessages = {
  /** Text for a paper order: it is accepted, and the first price after the acceptance opens it. */
  firstPrice: (seconds: number) => `Aceptada: esperando el primer precio · ${seconds} s`,
} as const;
