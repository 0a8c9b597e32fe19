export const DOCTOR_MESSAGES = {
  help: `Revisa la máquina, la carpeta de datos, las claves, la base de datos y lo que contiene, el puerto, el reloj, los precios,
el correo, NATS, las copias y la aplicación web, y dice qué hacer con cada fallo. Termina con código 1 si hay alguno.

Uso: vigia doctor
`,
  noOptions: '«vigia doctor» no lleva opciones: lee la configuración del entorno y del archivo .env.',
  finding: (name: string, isFine: boolean, text: string): string => `${isFine ? '✓' : '✗'} ${name}: ${text}`,
  allFine: 'Todo en orden.',
  faults: (count: number): string => (count === 1 ? 'hay 1 fallo:' : `hay ${count} fallos:`),
} as const;
