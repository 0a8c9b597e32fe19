import type { ExaminedFile } from '@vigia/server';

const count = (value: number): string => new Intl.NumberFormat('es-419').format(value);
const clock = (timeSeconds: number): string =>
  new Date(timeSeconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

const FORMATS = {
  vigia: 'CSV de Vigía',
  histdata: 'HistData',
  metatrader_4: 'MetaTrader 4',
  metatrader_5: 'MetaTrader 5',
  tradingview: 'TradingView',
  dukascopy: 'Dukascopy',
  other: 'CSV',
} as const;
const SEPARATORS = { comma: 'comas', semicolon: 'punto y coma', tab: 'tabuladores' } as const;
const MARKS = { point: 'punto decimal', comma: 'coma decimal' } as const;
const TIMES = {
  epoch_seconds: 'segundos Unix',
  epoch_milliseconds: 'milisegundos Unix',
  compact: 'AAAAMMDD HHMMSS',
  year_first: 'año-mes-día',
  day_first: 'día/mes/año',
  month_first: 'mes/día/año',
} as const;

export const IMPORT_MESSAGES = {
  help: `Carga velas de 1 minuto de cualquier símbolo como historia para pruebas, con el servidor en marcha o detenido. O
entran todas o no entra ninguna; las que ya estaban se quedan como están.

Uso: vigia import --symbol SÍMBOLO [--time-zone ZONA] ARCHIVO

  --symbol SÍMBOLO     por ejemplo EURUSD
  --time-zone ZONA     en qué zona está la hora del archivo: UTC, America/New_York…, o Broker/NewYorkClose (servidores
                       de MetaTrader); sin ella se compara con las pausas del mercado y se pregunta
  --dates ORDEN        day_first o month_first, si ninguna fecha lo aclara
  --timeframe 1m       la única que se importa: las mayores se calculan a partir de ella
  ARCHIVO              HistData, MetaTrader 4 y 5, TradingView, Dukascopy o CSV con time,open,high,low,close; también .gz
`,
  usage: 'Uso: vigia import --symbol SÍMBOLO [--time-zone ZONA] ARCHIVO.',
  onlyMinutes: (text: string): string =>
    `Solo se importan velas de 1m, no de «${text}»: las mayores se calculan a partir de ellas.`,
  badDates: (text: string): string => `El orden de las fechas es day_first o month_first, no «${text}».`,
  unreadable: (file: string, why: string): string => `${file}: ${why}`,
  recognised: ({ dialect, facts }: ExaminedFile): string =>
    `${FORMATS[dialect.format]}, separado por ${SEPARATORS[dialect.separator]}, ${MARKS[dialect.decimalMark]}, ${TIMES[dialect.timeForm]}${dialect.hasMilliseconds ? ' con milisegundos' : ''}: ${count(facts.candles)} velas de ${facts.stepSeconds} s, del ${clock(facts.firstTime)} al ${clock(facts.lastTime)} según el reloj del archivo.`,
  orderAssumed: 'Ninguna fila aclara si el día va antes que el mes: dilo con --dates day_first o --dates month_first.',
  finding: ({ finding }: ExaminedFile): string => {
    if (finding.kind === 'no_gaps') return 'No tienen pausas de mercado: no se puede comprobar su zona horaria.';
    if (finding.kind === 'unclear') return 'Sus pausas no coinciden con ningún mercado conocido en ninguna zona.';
    const [best, ...others] = finding.zones;
    const also = others.length > 0 ? ` También encajan: ${others.join(', ')}.` : '';
    return `Estas velas parecen estar en hora de ${best}: ${finding.matched} de ${finding.gaps} pausas del mercado coinciden.${also}`;
  },
  ask: (proposed: string | null): string => `Zona horaria de las velas${proposed === null ? '' : ` [${proposed}]`}: `,
  zoneNeeded: 'Confirma la zona con --time-zone.',
  done: (symbol: string, read: number, added: number, zone: string): string =>
    `${symbol}: ${count(read)} velas leídas en hora de ${zone}, ${count(added)} nuevas, ${count(read - added)} ya estaban.\n`,
} as const;
