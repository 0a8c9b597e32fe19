import type { RiskLimitsView } from '@vigia/contract';

export type LimitKey = keyof RiskLimitsView['limits'];

/** Texts of a risk limit. `suffix` is the unit after its field; null means that the unit is the currency. */
type LimitTexts = { readonly title: string; readonly hint: string; readonly suffix: string | null };

/** Texts of each limit: its name, its description, and the unit after its field. */
export const LIMIT_WORDS: Readonly<Record<LimitKey, LimitTexts>> = {
  max_concurrent_trades: {
    title: 'Operaciones activas a la vez',
    hint: 'Con ese número abiertas, la siguiente espera a que termine una. Vale igual para práctica y dinero real.',
    suffix: 'a la vez',
  },
  max_stake: { title: 'Monto máximo por operación', hint: 'Una orden por más se rechaza.', suffix: null },
  daily_loss_limit: {
    title: 'Pérdida máxima por día',
    hint: 'Una orden que podría pasar de ella se rechaza. Cuenta también lo que está en juego.',
    suffix: null,
  },
  weekly_loss_limit: {
    title: 'Pérdida máxima por semana',
    hint: 'Igual que la diaria, de lunes a domingo.',
    suffix: null,
  },
  daily_trade_limit: { title: 'Operaciones por día', hint: 'Abiertas en el día, terminadas o no.', suffix: 'por día' },
  cool_down_losses: {
    title: 'Pausa tras pérdidas seguidas',
    hint: 'Tras tantas pérdidas seguidas no sale ninguna orden por un rato.',
    suffix: 'pérdidas',
  },
  cool_down_minutes: { title: 'Duración de la pausa', hint: 'Cuánto dura ese rato.', suffix: 'min' },
};

export const limitsMessages = {
  book: {
    title: 'Límites de',
    hint: 'Práctica y dinero real llevan límites aparte, y cada moneda los suyos.',
    names: { practice: 'Práctica', real: 'Dinero real' },
  },
  rule: 'Bajar un límite vale al instante. Subirlo o quitarlo tarda 24 horas. Valen para todo: manual, estrategias, PCR y bots.',
  turnOn: (limit: string) => `Limitar: ${limit}`,
  none: 'Sin límite',
  noPause: 'Sin pausa',
  minutes: (count: number) => (count === 1 ? '1 minuto' : `${count} minutos`),
  losses: (count: number) => (count === 1 ? '1 pérdida' : `${count} pérdidas`),
  save: 'Guardar límites',
  unchanged: 'No hay cambios que guardar.',
  counts: 'Ya rige',
  waits: (when: string) => `Desde ${when}`,
  waiting: (value: string, when: string) => `${value} desde ${when}.`,
  zoneWaiting: (zone: string, when: string) =>
    `Los días y las semanas se contarán con la hora de ${zone} desde ${when}.`,
  cancelChange: 'Cancelar cambio',
  cancelled: 'Cambio cancelado',
  zone: (zone: string) => `Horas de ${zone}.`,
  errors: {
    missing: 'Escribe un valor o quita el límite.',
    money: (decimals: number) =>
      decimals === 0
        ? 'Escribe un monto mayor que cero, sin decimales.'
        : `Escribe un monto mayor que cero, con ${decimals} decimales como máximo.`,
    count: (min: number, max: string) => `Escribe un número entero de ${min} a ${max}.`,
  },
  loosen: {
    title: '¿Aflojar tus límites?',
    text: 'Lo que afloja espera 24 horas. Hasta entonces rige lo de ahora, y puedes cancelarlo.',
    change: (from: string, to: string) => `${from} → ${to}`,
    submit: 'Aflojar en 24 horas',
  },
  use: {
    label: 'Uso de tus límites',
    today: 'Hoy',
    week: 'Esta semana',
    trades: (count: number) => (count === 1 ? '1 operación' : `${count} operaciones`),
    tradesOf: (count: number, limit: string) => `${count} de ${limit} operaciones`,
    lossOf: (loss: string, limit: string) => `pérdida ${loss} de ${limit}`,
    resultAndLoss: (result: string, loss: string, limit: string) => `resultado ${result} · pérdida ${loss} de ${limit}`,
    result: (result: string) => `resultado ${result}`,
    resets: (when: string) => `se reinicia ${when}`,
    atStake: (amount: string) => `En juego en operaciones abiertas: ${amount}.`,
    coolDown: (until: string, losses: number) =>
      `En pausa hasta ${until}: ${losses} pérdidas seguidas. Las órdenes nuevas se rechazan.`,
    failed: 'No pudimos cargar lo que llevas hoy.',
  },
} as const;
