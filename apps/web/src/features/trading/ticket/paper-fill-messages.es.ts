/** Texts about how the paper account fills orders on a broker's prices. */
export const paperFillMessages = {
  measured: (broker: string, seconds: string, refused: string, orders: number) =>
    `Simulado entra en el primer tick de ${broker} tras ${seconds} s y rechaza el ${refused}, como tus últimas ${orders} órdenes allí.`,
  assumed: (broker: string, seconds: string) =>
    `Simulado entra en el primer tick de ${broker} tras ${seconds} s, sin rechazos: es optimista hasta que tengas 20 órdenes aceptadas allí.`,
  payoutChanges: ({ orders, changed, refused }: { orders: number; changed: number; refused: number }) =>
    `Entra con el pago de ese momento: en tus últimas ${orders} órdenes simuladas cambió en ${changed} y se rechazaron ${refused} porque bajó demasiado.`,
} as const;
