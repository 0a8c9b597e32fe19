export const START_MESSAGES = {
  help: `Arranca Vigía en segundo plano y dice su dirección. La vigila: si el servidor termina sin que nadie lo pida, lo arranca
otra vez. «vigia stop» la detiene, «vigia status» dice cómo está y «vigia logs» muestra su registro.

Uso: vigia start [--foreground]

  --foreground    se queda en esta terminal hasta Ctrl-C, como hacen los servicios y los contenedores
`,
  started: (url: string, seconds: string): string => `Vigía está lista en ${seconds} s → ${url}\n`,
  running: (url: string): string => `Vigía ya está en marcha → ${url}\n`,
  failed: (tail: string): string => `no arrancó. Lo último que dijo:\n${tail}`,
  slow: (seconds: number): string =>
    `lleva ${seconds} s arrancando y aún no responde. Sigue en ello: «vigia logs» dice qué hace, «vigia stop» la detiene.`,
  taken: (purpose: string, pid: number): string => `la carpeta de datos la usa otro proceso (${purpose}, ${pid}).`,
} as const;
