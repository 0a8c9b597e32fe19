/** Texts of an outcome that became known later. */
export const lateOutcomeMessages = {
  of: (symbol: string, direction: string, amount: string, time: string) =>
    `${symbol} ${direction} de ${amount}, enviada a las ${time}`,
  accepted: 'La orden sí llegó: la operación se abrió',
  refused: 'La orden no se abrió',
  forgotten: 'Ya no podemos consultar una orden: mira tu historial',
} as const;
