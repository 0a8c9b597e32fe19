const count = (value: number): string => new Intl.NumberFormat('es-419').format(value);

export const IMPORT_MESSAGES = {
  help: `Carga velas de 1 minuto como historia para gráficos y pruebas, con el servidor en marcha o detenido. O entran
todas o no entra ninguna; las que ya estaban se quedan como están.

Uso: vigia import --symbol SÍMBOLO --timeframe 1m ARCHIVO

  --symbol SÍMBOLO     el activo, por ejemplo EURUSD
  --timeframe 1m       la única que se importa: las mayores se calculan a partir de ella
  ARCHIVO              CSV: time,open,high,low,close (hora Unix en segundos o ISO 8601); también .gz
`,
  usage: 'Uso: vigia import --symbol SÍMBOLO --timeframe 1m ARCHIVO.',
  onlyMinutes: (text: string): string =>
    `Solo se importan velas de 1m, no de «${text}»: las mayores se calculan a partir de ellas.`,
  done: (symbol: string, read: number, added: number): string =>
    `${symbol}: ${count(read)} velas leídas, ${count(added)} nuevas, ${count(read - added)} ya estaban.\n`,
} as const;
