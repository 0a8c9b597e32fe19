import type { ErrorCode } from '@vigia/contract';
import type { AccountKind } from '@vigia/core/vocabulary';

/** Sentences about orders that are written in a chat, in the HTML of the Bot API. */
export const ORDER_WORDS = {
  off: 'Las órdenes desde este chat están apagadas. Se encienden en la app: Configuración → Sonido y avisos → Telegram.',
  usage:
    'Escribe activo, dirección, monto y duración: /orden EURUSD CALL 10 1m. La duración va en minutos (5m), segundos (30s) o ticks (5t).',
  ask: 'Orden de práctica',
  contract: (symbol: string, direction: string, length: string) => `${symbol} ${direction} · ${length}`,
  amount: (amount: string, account: string) => `Monto: ${amount} · cuenta ${account}`,
  payout: (percent: string) => `Pago si acierta: ${percent} %`,
  valid: 'Nada se envía hasta que pulses el botón. Vale 30 segundos y una sola vez.',
  button: 'Enviar la orden',
  minutes: (count: number) => `${count} min`,
  seconds: (count: number) => `${count} s`,
  ticks: (count: number) => `${count} ticks`,
  accounts: { mock: 'Papel', demo: 'Demo', real: 'Real' } satisfies Record<AccountKind, string>,

  sent: (contract: string, expiry: string) => `Orden enviada: ${contract}. Vence a las ${expiry}.`,
  sentNotice: 'Enviada',
  inDoubt: (contract: string) =>
    `El bróker no contestó todavía a la orden ${contract}. Seguimos preguntando: la app dice qué fue de ella.`,
  refused: (why: string) => `No se envió: ${why}`,
  refusedNotice: 'No se envió',
  expired: 'El botón caducó y no se envió nada. Escribe la orden otra vez.',
  expiredNotice: 'El botón caducó',
  unknown: 'No sabemos si la orden llegó. Pulsa otra vez: no se envía dos veces.',
  /** Refusals whose sentence in the app names a balance, or is about a choice on its screen. */
  reasons: {
    bot_real_money:
      'la cuenta que usas ahora es real. Desde Telegram solo salen órdenes de práctica: cambia de cuenta en la app.',
    balance_too_low: 'el saldo de esa cuenta no alcanza.',
    mode_changed: 'cambiaste de cuenta después de escribirla.',
    broker_account_changed: 'cambiaste de cuenta después de escribirla.',
  } satisfies Partial<Record<ErrorCode, string>> as Partial<Record<ErrorCode, string>>,
} as const;
