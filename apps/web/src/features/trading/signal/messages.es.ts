/** Texts of the order on a signal. */
export const signalOrderMessages = {
  title: 'Operar esta señal',
  what: (name: string, length: string) => `${name} · a ${length}`,
  ago: (seconds: number) => `Señal de hace ${seconds} s`,
  lateTitle: 'Tarde',
  late: (seconds: number, limitS: number) =>
    `La señal es de hace ${seconds} s y tu límite son ${limitS} s: el precio ya no es el suyo. No se envió nada.`,
  notOffered: (symbol: string, length: string) => `${symbol} no se ofrece a ${length} en esta cuenta.`,
} as const;
