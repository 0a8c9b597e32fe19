export const RUNNING_MESSAGES = {
  restarting: (code: string, seconds: string): string =>
    `El servidor terminó sin que nadie lo pidiera (${code}): arranca otra vez en ${seconds} s.`,
  gaveUp: 'El servidor terminó siete veces en quince minutos: no arranca más. La causa está arriba.',
  ended: (code: string): string => `El servidor terminó (${code}).`,
  notStarted: (reason: string): string => `No se pudo arrancar el servidor: ${reason}`,
  byCode: (code: number): string => `código ${code}`,
  bySignal: (signal: string): string => `señal ${signal}`,
  notBuilt: (folder: string): string => `Falta construir el servidor: ejecuta «npm run build» en ${folder}.`,
} as const;
