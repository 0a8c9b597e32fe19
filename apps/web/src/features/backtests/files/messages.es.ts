import { BROKER_SERVER_ZONE, type FileTimeForm, type PriceFileFormat } from '@vigia/core/vocabulary';

const ZONES: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  'America/New_York': 'Nueva York',
  [BROKER_SERVER_ZONE]: 'servidor de MetaTrader (Nueva York + 7 h)',
  'Etc/GMT+5': 'UTC−5 fijo, sin horario de verano (HistData)',
  'Europe/London': 'Londres',
  'Europe/Madrid': 'Madrid',
  'Europe/Athens': 'Atenas (EET)',
  'America/Mexico_City': 'Ciudad de México',
  'America/Bogota': 'Bogotá',
  'America/Argentina/Buenos_Aires': 'Buenos Aires',
  'America/Chicago': 'Chicago',
  'Asia/Kolkata': 'India',
  'Asia/Tokyo': 'Tokio',
};

const FORMATS: Readonly<Record<PriceFileFormat, string>> = {
  vigia: 'CSV de Vigía',
  histdata: 'HistData',
  metatrader_4: 'MetaTrader 4',
  metatrader_5: 'MetaTrader 5',
  tradingview: 'TradingView',
  dukascopy: 'Dukascopy',
  other: 'CSV',
};

const TIMES: Readonly<Record<FileTimeForm, string>> = {
  epoch_seconds: 'segundos Unix',
  epoch_milliseconds: 'milisegundos Unix',
  compact: 'AAAAMMDD HHMMSS',
  year_first: 'año-mes-día',
  day_first: 'día/mes/año',
  month_first: 'mes/día/año',
};

const list = new Intl.ListFormat('es', { type: 'conjunction' });

export const fileMessages = {
  label: 'Archivo de precios',
  symbol: 'Símbolo',
  symbolHint: 'El que quieras: letras, números, punto o guion.',
  symbolFault: 'De 2 a 20 letras mayúsculas, números, puntos o guiones.',
  drop: 'Arrastra aquí un archivo de velas',
  choose: 'Elegir archivo…',
  formats: 'HistData, MetaTrader 4 y 5, TradingView, Dukascopy o CSV; hasta 1 GB, también .gz.',
  saved: 'Guardados',
  none: 'Elige un archivo guardado…',
  savedName: (symbol: string, name: string) => `${symbol} · ${name}`,
  loadFailed: 'No pudimos cargar tus archivos.',
  reading: (name: string) => `Leyendo ${name}…`,
  progress: 'Avance de la lectura',
  kept: (candles: string, step: string, zone: string) => `${candles} velas de ${step}, en hora de ${zone}.`,
  remove: 'Borrar archivo',
  discard: 'Descartar',
  confirmTitle: (name: string) => `Revisa ${name} antes de guardarlo`,
  recognised: 'Se reconoció',
  facts: (candles: string, step: string, first: string, last: string) =>
    `${candles} velas de ${step}, del ${first} al ${last} según el reloj del archivo.`,
  format: (format: PriceFileFormat): string => FORMATS[format],
  timeForm: (form: FileTimeForm): string => TIMES[form],
  separators: { comma: 'separado por comas', semicolon: 'separado por punto y coma', tab: 'separado por tabuladores' },
  marks: { point: 'punto decimal', comma: 'coma decimal' },
  milliseconds: 'con milisegundos',
  statesZone: 'la hora dice su zona',
  orderAssumed: 'Ninguna fila aclara si el día va antes que el mes: comprueba las fechas de abajo.',
  monthFirst: 'Leer como mes/día',
  rows: 'Primeras filas',
  columns: { time: 'Hora', open: 'Apertura', high: 'Máximo', low: 'Mínimo', close: 'Cierre' },
  found: (zone: string, matched: string, gaps: string) =>
    `Estas velas parecen estar en hora de ${zone}: ${matched} de ${gaps} pausas del mercado coinciden.`,
  alsoFit: (zones: readonly string[]) => `También encajan: ${list.format(zones)}.`,
  contradicts: 'El archivo dice que está en UTC. Elige en cuál está de verdad.',
  noGaps: 'Estas velas no tienen pausas de mercado, así que no se puede comprobar su zona horaria. Elígela tú.',
  unclear: 'Las pausas de estas velas no coinciden con ningún mercado conocido en ninguna zona. Elige tú la suya.',
  zone: 'Zona horaria de las velas',
  zoneName: (zone: string): string => ZONES[zone] ?? zone,
  chooseZone: 'Elige la zona…',
  otherZones: 'Otras zonas',
  confirm: 'Confirmar y guardar',
  minutes: (minutes: string) => `${minutes} min`,
  seconds: (seconds: string) => `${seconds} s`,
} as const;
