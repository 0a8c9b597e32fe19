/** Texts about the entries of a setup or strategy: when it decides next, and how late its orders were accepted. */
export const entryMessages = {
  next: (autoTrade: boolean) => (autoTrade ? 'Si hay señal, entra en' : 'Si hay señal, avisa en'),
  onTouch: (autoTrade: boolean) => (autoTrade ? 'Entra al tocar el nivel' : 'Avisa al tocar el nivel'),
  delay: (median: string, p95: string, count: number) =>
    count === 1
      ? `Entró ${median} después de la señal`
      : `Entra ${median} después de la señal (95 %: ${p95}, n = ${count})`,
} as const;
