import type { HistoryFetch } from '@vigia/contract';

const STATUS: Readonly<Record<HistoryFetch['status'], string>> = {
  running: 'Trayendo velas…',
  done: 'Completa',
  cancelled: 'Detenida',
  failed: 'El bróker dejó de responder lo esperado',
};

const WAITING: Readonly<Record<NonNullable<HistoryFetch['waiting_for']>, string>> = {
  connection: 'Esperando la conexión con el bróker: seguirá sola donde quedó.',
  rate_limit: 'El bróker pide ir más despacio: seguirá sola en unos segundos.',
  answer: 'El bróker no contestó: se vuelve a pedir.',
};

const count = (number: string, one: string, many: string): string => `${number} ${number === '1' ? one : many}`;

export const historyMessages = {
  title: 'Traer de tu bróker',
  intro: 'Velas de 1 minuto, en segundo plano: puedes cerrar esta página. Si se corta, sigue donde quedó.',
  noBroker: 'Conecta un bróker en Conexiones para traer aquí sus velas de 12 meses.',
  loadFailed: 'No pudimos cargar tus historias.',
  broker: 'Bróker',
  symbol: 'Activo',
  symbolFault: 'De 2 a 20 letras mayúsculas, números, puntos o guiones.',
  start: 'Traer 12 meses',
  list: 'Historias de tus brókeres',
  of: (symbol: string, broker: string) => `${symbol} · ${broker}`,
  status: (status: HistoryFetch['status']): string => STATUS[status],
  waiting: (reason: NonNullable<HistoryFetch['waiting_for']>): string => WAITING[reason],
  progress: (symbol: string) => `Avance de ${symbol}`,
  pages: (done: string, pages: string) => `página ${done} de ${pages}`,
  candles: (candles: string) => count(candles, 'vela', 'velas'),
  span: (first: string, last: string) => `del ${first} al ${last} (UTC)`,
  noCandles: 'Sin velas todavía.',
  empty: 'El bróker no tiene velas de este activo en esos 12 meses.',
  starts: (asked: string, first: string) => `Se pidió desde el ${asked}; el bróker tiene velas desde el ${first}.`,
  noHoles: 'Sin huecos.',
  holes: (holes: string, minutes: string) =>
    `${count(holes, 'hueco', 'huecos')} (${count(minutes, 'minuto', 'minutos')})`,
  weekends: (weekends: string) =>
    `${count(weekends, 'fin de semana cerrado', 'fines de semana cerrados')}, que no son huecos`,
  longest: 'Ver los huecos más largos (UTC)',
  hole: (from: string, minutes: string) => `${from}: ${count(minutes, 'minuto', 'minutos')}`,
  cancel: 'Detener',
  goOn: 'Continuar',
  extend: 'Traer lo nuevo',
  use: 'Usar en la prueba',
  used: 'En uso',
} as const;
