import type { PriceSource, Venue } from '@vigia/core/vocabulary';
import { brokerName } from '#shared/lib/broker-name.ts';

const venueName = (word: Venue): string => (word === 'mock' ? 'Cuenta simulada' : brokerName(word));

const ownSources: Readonly<Record<PriceSource, string>> = { simulated: 'Simulado', replay: 'Archivo grabado' };
const sourceName = (word: PriceSource): string => ownSources[word] ?? brokerName(word);

/** Texts for trades without a result, by the server's reason code. */
const reasons: Readonly<Record<string, string>> = {
  no_market: 'No hubo ningún precio en los 60 s antes de su expiración. El monto volvió a tu saldo.',
  voided_by_broker: 'El bróker la anuló. El monto volvió a tu saldo.',
  corrected: 'Su resultado se corrigió: quedó anulada y el monto volvió a tu saldo.',
  sold: 'Se vendió al bróker antes de su expiración.',
  late: 'Habría llegado demasiado tarde y no se envió. No se cobró nada.',
  withdrawn: 'Se retiró antes de enviarse. No se cobró nada.',
  undecided:
    'Nunca se supo si el bróker la aceptó: su cuenta dejó de estar a nuestro alcance y, pasados 7 días, dejamos de preguntar. Búscala en la página del bróker.',
  not_allowed: 'Antes de enviarla dejó de cumplirse una condición del dinero real. No se cobró nada.',
  refused: 'El bróker no la aceptó. No se cobró nada.',
  no_tick: 'No llegó ningún precio en los 10 s siguientes a la orden, así que no se abrió. El monto volvió a tu saldo.',
  paper_refused:
    'Se rechazó en simulado, porque tu bróker rechaza esa parte de tus órdenes. El monto volvió a tu saldo.',
  payout_changed:
    'El pago bajó demasiado entre tu orden y su primer precio, así que no se abrió. El monto volvió a tu saldo.',
};

const causes: Readonly<Record<string, string>> = {
  timeout: 'El bróker no respondió a tiempo.',
  connection_lost: 'Se cortó la conexión con el bróker.',
  server_error: 'El bróker respondió con un error.',
  crash: 'El servidor se detuvo antes de leer la respuesta.',
};

/** Texts for sales that did not take place, by the server's reason code. */
const saleRefusals: Readonly<Record<string, string>> = {
  price_moved: 'El bróker ya no pagaba ese precio.',
  not_for_sale: 'El bróker no ofrecía precio por ella.',
  contract_over: 'Para el bróker ya había terminado.',
  absent: 'La petición no llegó al bróker, según sus registros.',
  network: 'Se perdió la conexión antes de enviarla.',
};

const outcomes: Readonly<Record<string, string>> = {
  won: 'ganada',
  lost: 'perdida',
  tie: 'empate',
  expired: 'empate',
  void: 'anulada',
  cancelled: 'anulada',
};

export const detailMessages = {
  title: (symbol: string, direction: string) => `${symbol} ${direction}`,
  money: 'Dinero',
  amount: 'Monto',
  payout: 'Pago fijado al aceptarla',
  payoutPlain: 'Pago',
  payoutPending: 'Lo fija el bróker al aceptar',
  wouldReceive: 'Recibes si aciertas',
  received: 'Volvió a tu saldo',
  result: 'Resultado',
  ifItEndedNow: 'Si terminara ahora',
  prices: 'Precios',
  entry: 'Entrada',
  entryTick: 'Tick de entrada',
  entryTime: 'Hora de la entrada',
  settle: 'Cierre',
  settleTick: 'Tick de cierre',
  settleTime: 'Hora del cierre',
  source: 'Fuente',
  times: 'Tiempos',
  accepted: 'Aceptada',
  expiry: 'Expiración',
  settled: 'Liquidada',
  corrected: 'Corregida',
  duration: 'Duración',
  minutes: (minutes: number) => `${minutes} min`,
  order: 'Orden',
  account: 'Cuenta',
  origin: 'Origen',
  id: 'Identificador',
  copyId: 'Copiar el identificador',
  none: '—',
  why: {
    above: (distance: string) => `Cerró ${distance} por encima de la entrada.`,
    below: (distance: string) => `Cerró ${distance} por debajo de la entrada.`,
    tied: 'Cerró justo al precio de entrada: el monto vuelve entero.',
    tiedLost: (broker: string) => `Cerró justo al precio de entrada: en ${broker} eso pierde.`,
    CALL: 'CALL gana por encima.',
    PUT: 'PUT gana por debajo.',
    cancelled: 'Se anuló y el monto volvió a tu saldo.',
    unknown: 'Se perdió la respuesta a esta orden. La consultamos con el bróker: no la repitas.',
    corrected: (time: string) => `Su resultado se corrigió el ${time}. Lo que decía antes está en «Qué pasó».`,
  },
  untold: 'El bróker no lo dijo',
  notYet: 'El bróker aún no lo dijo',
  rules: 'Reglas',
  rule: {
    paper: (source: string) => `Decide el último tick antes de la expiración. Precios: ${source}.`,
    broker: (name: string) => `Decide el precio de ${name}, y Vigía anota el resultado que ${name} comunica.`,
    contractTimes: (name: string) =>
      `${name} no dice la hora de cada tick: las de los precios son las de inicio y fin de la operación.`,
    onEqualPrices: {
      tie: 'Si el precio termina igual que al entrar, vuelve el monto.',
      lost: 'Si el precio termina igual que al entrar, se pierde el monto.',
    },
    tieUnknown: (name: string) => `No se sabe qué pasa en ${name} si el precio termina igual que al entrar.`,
  },
  check: {
    title: 'Comparada con los ticks guardados',
    waiting: 'Aún sin comprobar: se compara un minuto después de liquidarse.',
    verdicts: {
      match: 'Coincide con los ticks de la misma fuente que Vigía guardó en directo.',
      differs: 'Difiere de los ticks de la misma fuente que Vigía guardó en directo.',
      no_data: 'Sin datos: Vigía no guardó ticks en directo alrededor de la entrada o del cierre.',
    },
    entry: 'Entrada',
    settle: 'Cierre',
    gap: (name: string, stated: string, range: string, gap: string) =>
      `${name}: dice ${stated} y los ticks guardados ${range}; difiere en ${gap}.`,
    changes: (result: string) => `Con los ticks guardados el resultado sería otro: ${result}.`,
    unsure: (seconds: string) =>
      `Sus horas tienen una precisión de ${seconds} s: dentro de ella los ticks guardados dan más de un resultado.`,
  },
  reasons,
  venueName,
  accounts: { mock: 'simulada', demo: 'demo', real: 'REAL' } as const,
  sourceName,
  happened: 'Qué pasó',
  eventsFailed: 'No pudimos cargar qué pasó.',
  retry: 'Reintentar',
  events: {
    intent: 'La orden quedó anotada',
    intentText: (amount: string, length: string) => `${amount} a ${length}. Se anota antes de enviarla.`,
    send: 'Enviada',
    sendText: (venue: string) => `A: ${venue}`,
    accept: 'Aceptada',
    acceptText: (payout: string) => `Pago de ${payout}, fijado para esta operación.`,
    acceptUntold: 'El bróker no dijo el pago.',
    contract: (id: string) => `Contrato ${id}.`,
    double:
      'El bróker tiene otra orden igual a la misma hora: podría ser una orden tuya hecha en el bróker. No se puede saber cuál de las dos es esta.',
    refuse: 'Rechazada',
    loseTrack: 'Estado desconocido',
    giveUp: 'Sin aclarar para siempre',
    open: 'Abierta',
    priceEntry: 'El bróker dijo el precio de entrada',
    openText: (price: string) => `Precio de entrada ${price}.`,
    openTimedText: (price: string, time: string) => `Precio de entrada ${price}, de las ${time}.`,
    expire: 'Llegó a su expiración',
    settle: (outcome: string) => `Liquidada: ${outcome}`,
    settlePlain: 'Liquidada',
    settleText: (price: string, time: string) => `Por el tick de ${price}, de las ${time}.`,
    settleTimedText: (price: string, time: string) => `Por el precio ${price}, de las ${time}.`,
    settlePriceText: (price: string) => `Por el precio ${price}.`,
    void: 'Anulada por el bróker',
    askSale: 'Pediste venderla',
    askSaleText: (price: string) => `Por ${price} o más. Se anota antes de enviarla.`,
    dropSale: 'No se vendió',
    dropSaleText: 'El bróker no la compró.',
    sell: 'Vendida antes de su expiración',
    sellText: (proceeds: string) => `Se recibieron ${proceeds}.`,
    cancel: 'No se envió',
    correct: (outcome: string) => `Resultado corregido: ${outcome}`,
    correctPlain: 'Resultado corregido',
    because: (reason: string) => `Motivo: ${reason}`,
    profit: (profit: string) => `Resultado ${profit}.`,
    other: (kind: string) => `Otro suceso (${kind})`,
  },
  outcomes,
  causes,
  saleRefusals,
} as const;
