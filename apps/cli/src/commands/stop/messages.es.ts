export const STOP_MESSAGES = {
  help: `Detiene Vigía en orden: responde lo que tiene en curso, espera lo que un bróker le debe y cierra la base de datos.

Uso: vigia stop
`,
  notRunning: 'Vigía no estaba en marcha.\n',
  stopped: (seconds: string): string => `Vigía se detuvo en ${seconds} s. Lo pendiente está guardado.\n`,
  other: (purpose: string, pid: number): string =>
    `la carpeta de datos la usa un trabajo que no se interrumpe (${purpose}, proceso ${pid}): espera a que acabe.`,
  slow: (pid: number, seconds: number): string =>
    `lleva ${seconds} s cerrando y sigue en ello (proceso ${pid}). «vigia logs» dice qué espera.`,
  forbidden: (pid: number): string => `el proceso ${pid} es de otro usuario: detenlo con ese usuario.`,
} as const;
