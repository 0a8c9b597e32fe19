import type { AccountKind, SignalOutcome } from '@vigia/core/vocabulary';

const COUNTS = { one: 'operación abierta', many: 'operaciones abiertas' } as const;
const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Sentences of the bot, in the HTML of the Bot API. Values from outside are escaped before they come here. */
export const BOT_WORDS = {
  commands: [
    { command: 'estado', description: 'Operaciones, automatización y conexiones' },
    { command: 'hoy', description: 'El resultado de hoy en cada cuenta' },
    { command: 'activas', description: 'Las operaciones abiertas' },
    { command: 'senales', description: 'Las últimas señales' },
    { command: 'orden', description: 'Una orden de práctica: /orden EURUSD CALL 10 1m' },
    { command: 'detener', description: 'Detiene todo lo que opera solo' },
    { command: 'silencio', description: 'Calla los avisos unas horas: /silencio 8' },
    { command: 'desconectar', description: 'Desconecta este chat de tu cuenta' },
    { command: 'ayuda', description: 'Qué puedes escribir aquí' },
  ],
  help: (lines: readonly string[]) => `<b>Qué puedes escribir</b>\n${lines.join('\n')}`,
  unknownCommand: 'No conozco esa orden. /ayuda dice las que hay.',
  howToLink:
    'Este chat no está conectado a una cuenta de Vigía: en la app, abre Configuración → Sonido y avisos → Conectar Telegram.',
  onlyPrivate:
    'El bot solo funciona en un chat privado con él. Si escribiste un código aquí, ya no vale: pide otro en la app.',
  codeRefused: 'Ese código no vale: ya se usó, caducó o no existe. Pide otro en Configuración → Sonido y avisos.',
  tooManyCodes: 'Demasiados códigos seguidos. Espera diez minutos y pide uno nuevo en la app.',
  linked: 'Conectado. Aquí llegan los avisos que elegiste en Configuración. /ayuda dice qué más puedes escribir.',
  replaced: 'Tu cuenta de Vigía se conectó a otro chat. Este ya no recibe avisos.',
  unlinked: 'Desconectado. Este chat ya no recibe avisos de Vigía.',
  unlinkedInApp: 'Este chat se desconectó desde la app. Ya no recibe avisos de Vigía.',
  failed: 'No pude hacerlo ahora. Intenta de nuevo en un minuto.',

  status: 'Estado',
  running: (count: number) =>
    count === 0
      ? 'Nada opera solo.'
      : count === 1
        ? 'Opera sola 1 automatización.'
        : `Operan solas ${count} automatizaciones.`,
  stoppedSince: (time: string) => `Todo lo automático está detenido desde el ${time}.`,
  open: (count: number) =>
    count === 0 ? 'Ninguna operación abierta.' : `${count} ${COUNTS[count === 1 ? 'one' : 'many']}.`,
  connected: (names: string) => `Conectado a ${names}.`,
  notConnected: 'Ningún bróker conectado.',
  muted: (time: string) => `Los avisos que no son urgentes callan hasta ${time}.`,

  today: 'Hoy',
  accounts: { mock: 'Papel', demo: 'Demo', real: 'Real' } satisfies Record<AccountKind, string>,
  result: (account: string, profit: string, won: number, lost: number, tied: number) =>
    `${account}: <b>${profit}</b> · ${counted(won, 'ganada')}, ${counted(lost, 'perdida')}${tied > 0 ? `, ${counted(tied, 'empate')}` : ''}`,
  noResult: (account: string) => `${account}: sin operaciones terminadas`,

  active: 'Operaciones abiertas',
  noActive: 'No hay operaciones abiertas.',
  trade: (symbol: string, direction: string, account: string, left: string) =>
    `${symbol} ${direction} · ${account} · ${left}`,
  left: (minutes: number, seconds: string) => `quedan ${minutes}:${seconds}`,
  ticksLeft: 'termina por ticks',
  settling: 'liquidando',
  more: (count: number) => `y ${count} más`,

  signals: 'Últimas señales',
  noSignals: 'Todavía no hay señales.',
  signal: (time: string, symbol: string, direction: string, name: string, outcome: string) =>
    `${time} ${symbol} ${direction} · ${name} · ${outcome}`,
  outcomes: { pending: 'en curso', won: 'ganada', lost: 'perdida', tie: 'empate', void: 'anulada' } satisfies Record<
    SignalOutcome,
    string
  >,

  askStop: '¿Detener todo lo que opera solo? Las operaciones abiertas siguen hasta su fin. El botón vale 60 segundos.',
  stopButton: 'Sí, detener todo',
  stopped: 'Todo lo automático quedó detenido. Solo se reanuda en la app.',
  stoppedNotice: 'Detenido',
  stopExpired: 'El botón caducó y no se detuvo nada. Escribe /detener otra vez.',
  stopDone: 'Este botón ya detuvo todo lo automático. Solo se reanuda en la app.',
  stopExpiredNotice: 'El botón caducó',

  mutedUntil: (time: string) =>
    `Los avisos callan hasta ${time}, menos los de seguridad. Después llegan los que sigan sirviendo. /silencio 0 lo termina.`,
  notMuted: 'Los avisos llegan de nuevo.',
  muteUsage: 'Escribe las horas, de 1 a 72: /silencio 8. Con 0 termina el silencio.',

  test: 'Así te llegarán los avisos que elegiste.',
  openInApp: 'Abrir en Vigía',
} as const;
