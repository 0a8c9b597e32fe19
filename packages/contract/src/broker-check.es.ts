import type { CheckFindingCode, CheckSkipReason, CheckStep } from '@vigia/core/vocabulary';

type Values = Readonly<Record<string, string | number>>;
type Sentence = (values: Values) => string;

const say =
  (text: string): Sentence =>
  () =>
    text;

const SECONDS = (value: string | number | undefined): string => `${String(value).replace('.', ',')} s`;

const STEPS: Readonly<Record<CheckStep, string>> = {
  sign_in: 'Entrar',
  accounts: 'Cuentas y monedas',
  assets: 'Activos',
  clock: 'Reloj',
  prices: 'Precios de un minuto',
  quote: 'Pago ofrecido',
  records: 'Registros',
  demo_order: 'Orden demo',
  settlement: 'Resultado de la orden',
  order_record: 'La orden en los registros',
  messages: 'Mensajes del bróker',
};

const SEEN: Readonly<Record<CheckStep, Sentence>> = {
  sign_in: say('conectado'),
  accounts: ({ accounts }) => String(accounts),
  assets: ({ count, open }) => `${count}, ${open} con el mercado abierto`,
  clock: ({ seconds, ms }) => `diferencia de ${SECONDS(seconds)}; respuesta en ${ms} ms`,
  prices: ({ symbol, count }) => `${count} precios de ${symbol}, dentro de sus velas`,
  quote: ({ symbol, percent }) => `${symbol} paga ${percent} %`,
  records: say('se leen enteros'),
  demo_order: ({ symbol, seconds }) => `${symbol} a ${seconds} s, aceptada tal como se pidió`,
  settlement: ({ seconds }) => `liquidada a los ${seconds} s de vencer`,
  order_record: say('está, con los mismos datos'),
  messages: say('todos conocidos'),
};

/** Faults of a broker as Spanish text for a finding. */
const FAULTS: Readonly<Record<string, string>> = {
  auth_invalid: 'el bróker no acepta esas credenciales',
  auth_2fa_required: 'el bróker pide un código',
  auth_challenge: 'el bróker pide una comprobación en su página',
  auth_rate_limited: 'demasiados intentos de entrar',
  session_expired: 'la sesión ha caducado',
  clients_refused: 'el bróker no deja entrar a otros programas',
  insufficient_funds: 'no hay saldo suficiente',
  market_closed: 'el mercado está cerrado',
  stake_out_of_range: 'el importe está fuera de sus límites',
  invalid_duration: 'no vende esa duración',
  too_late: 'ya no se vende ese vencimiento',
  price_moved: 'el pago ha cambiado',
  rate_limited: 'demasiadas peticiones',
  order_ambiguous: 'no se sabe cuál de dos órdenes es',
  proxy_failed: 'el proxy no dejó pasar la conexión',
  network: 'no respondió',
  unknown: 'respondió algo que no entendemos',
};

const faultText = (fault: string | number | undefined): string => FAULTS[String(fault)] ?? String(fault);

const FIELDS: Readonly<Record<string, string>> = {
  contractId: 'el identificador',
  accountId: 'la cuenta',
  symbol: 'el activo',
  direction: 'la dirección',
  stakeMinor: 'el importe',
  expiryMs: 'el vencimiento',
  payoutRatio: 'el pago',
  profitMinor: 'la ganancia',
};

const fieldText = (field: string | number | undefined): string => FIELDS[String(field)] ?? String(field);

const times = (count: string | number | undefined): string => (count === 1 ? '1 vez' : `${count} veces`);

const FINDINGS: Readonly<Record<CheckFindingCode, Sentence>> = {
  sign_in_failed: ({ fault }) => `no se pudo entrar: ${faultText(fault)}`,
  connection_lost: say('la conexión se perdió'),
  no_accounts: say('no hay ninguna cuenta que podamos leer'),
  no_demo_account: say('no hay ninguna cuenta demo que podamos leer'),
  account_twice: say('una cuenta sale dos veces'),
  no_assets: say('no hay ningún activo que podamos leer'),
  no_open_asset: ({ count }) => `de ${count} activos, ninguno está abierto`,
  asset_twice: ({ count }) => `activos repetidos: ${count}`,
  payout_missing: ({ symbol, count }) => `activos abiertos sin pago: ${count}, entre ellos ${symbol}`,
  payout_out_of_range: ({ symbol, percent }) => `${symbol} dice pagar ${percent} %`,
  clock_unknown: say('el bróker no dijo su hora'),
  clock_offset: ({ seconds }) => `su reloj difiere del nuestro en ${SECONDS(seconds)}`,
  no_prices: ({ symbol }) => `en un minuto no llegó ningún precio de ${symbol}`,
  prices_unordered: say('los precios llegan desordenados o repetidos'),
  price_times_off: ({ seconds }) => `la hora de los precios difiere de su reloj en ${SECONDS(seconds)}`,
  candles_failed: ({ fault }) => `no dio sus velas: ${faultText(fault)}`,
  candles_missing: ({ symbol }) => `faltan las velas de ${symbol} de ese minuto`,
  candles_disagree: ({ symbol, count, price, low, high }) =>
    `las velas de ${symbol} no encajan con ${count} precios: llegó ${price} y su vela va de ${low} a ${high}`,
  quote_failed: ({ symbol, fault }) => `no dijo el pago de ${symbol}: ${faultText(fault)}`,
  quote_out_of_range: ({ symbol, percent }) => `ofrece un pago de ${percent} % en ${symbol}`,
  records_failed: ({ fault }) => `sus registros no se pudieron leer: ${faultText(fault)}`,
  records_unread: say('en sus registros hay filas que no podemos leer'),
  records_undecided: say('sus registros no bastan para decidir si una orden existe'),
  records_of_nothing: say('en sus registros hay una orden que nunca se envió'),
  order_refused: ({ fault }) => `rechazó la orden: ${faultText(fault)}`,
  order_unknown: say('no confirmó la orden; los registros dirán si existe'),
  order_differs: ({ field }) => `aceptó otra cosa que la pedida: difiere ${fieldText(field)}`,
  settled_late: ({ seconds }) => `tardó ${seconds} s en liquidar desde el vencimiento`,
  never_settled: ({ seconds }) => `${seconds} s después de vencer no había resultado`,
  result_differs: say('la ganancia no es la que tocaba por su pago'),
  balance_differs: say('el saldo no siguió al resultado'),
  order_not_in_records: say('la orden no está en sus registros'),
  order_record_unread: say('en sus registros la orden no se puede leer'),
  order_record_differs: ({ field }) => `en sus registros la orden es otra: difiere ${fieldText(field)}`,
  message_unknown: ({ message, count }) => `mensaje que no conocemos: «${message}», ${times(count)}`,
  message_unreadable: ({ message, count }) => `mensaje que no pudimos leer: «${message}», ${times(count)}`,
};

const REASONS: Readonly<Record<CheckSkipReason, string>> = {
  no_session: 'sin conexión no se puede comprobar',
  no_demo_account: 'hace falta una cuenta demo',
  no_open_asset: 'hace falta un activo abierto',
  not_confirmed: 'no se confirmó',
  withheld: 'Vigía no dejó salir la orden',
  no_order: 'hace falta la orden demo',
};

/** The Spanish texts of a broker check, for the screen and the terminal. */
export const BROKER_CHECK_ES = {
  step: (step: CheckStep): string => STEPS[step],
  seen: (step: CheckStep, values: Values): string => SEEN[step](values),
  finding: ({ code, values }: { readonly code: CheckFindingCode; readonly values: Values }): string =>
    FINDINGS[code](values),
  reason: (reason: CheckSkipReason, why: string | null = null): string =>
    why === null ? REASONS[reason] : `${REASONS[reason]}: ${why}`,
  asExpected: 'como se esperaba',
  differs: 'difiere',
  notOffered: 'no ofrecido',
} as const;
