export const STATUS_MESSAGES = {
  help: `Dice si Vigía está en marcha, desde cuándo, en qué dirección y si puede tomar órdenes. Termina con código 1 si no lo está.

Uso: vigia status
`,
  stopped: (dataFolder: string): string => `Vigía no está en marcha. Carpeta de datos: ${dataFolder}`,
  starting: 'está arrancando: aún no responde.',
  unsupervised: (pid: number): string =>
    `Vigía está en marcha (proceso ${pid}), pero no la arrancó «vigia start»: su dirección está en su terminal.\n`,
  other: (purpose: string, pid: number): string =>
    `no está en marcha: la carpeta de datos la usa ${purpose} (proceso ${pid}).`,
  running: (url: string, version: string, pid: number, since: string, dataFolder: string): string =>
    `Vigía ${version} está en marcha → ${url}\nProceso ${pid}, desde ${since}\nCarpeta de datos: ${dataFolder}\n`,
  ready: 'Puede tomar órdenes.\n',
  waiting: (parts: string): string => `No puede tomar órdenes todavía; falta: ${parts}.\n`,
  silent: 'está en marcha, pero no responde: «vigia logs» dice qué hace.',
} as const;
