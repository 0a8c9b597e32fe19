import type { ReachChannel } from '../notifications.ts';

const inDirection = (word: string) => (symbol: string, direction: string) => `${word}: ${symbol} ${direction}`;

/** The limits of an account, by the code of the refusal. */
const LIMIT_NAMES: Readonly<Record<string, string>> = {
  daily_loss_limit: 'Tu límite de pérdida diaria',
  weekly_loss_limit: 'Tu límite de pérdida semanal',
  daily_trade_limit: 'Tu máximo de operaciones por día',
  cool_down: 'La pausa tras tus pérdidas',
};

/** Titles and sentences of notifications, the same in the app, in messages and in mails. */
export const NEWS_WORDS = {
  won: inDirection('Ganada'),
  lost: inDirection('Perdida'),
  expired: inDirection('Empate'),
  cancelled: inDirection('Anulada'),
  sold: inDirection('Vendida'),
  result: (profit: string) => `Resultado ${profit}`,
  refunded: 'El monto volvió a tu cuenta.',
  undecided: inDirection('Sin aclarar'),
  undecidedText: 'Nadie pudo saber qué fue de ella: míralo en tu bróker.',
  order_in_doubt: { title: inDirection('Orden sin respuesta'), text: 'El bróker no contestó. Seguimos preguntando.' },
  order_resolved: { title: inDirection('Orden aclarada'), text: 'El bróker la confirmó. La operación está abierta.' },
  signal: inDirection('Señal'),
  signalText: (name: string, price: string, time: string) => `De ${name}, en ${price}, vence a las ${time}.`,
  opened: inDirection('Abierta sola'),
  openedText: (name: string, time: string) => `De ${name}, vence a las ${time}.`,
  automation_refused: (name: string, symbol: string, direction: string) => `${name} no operó: ${symbol} ${direction}`,
  automation_resting: (name: string) => `${name} descansa`,
  automation_stopped: (name: string) => `${name} dejó de operar sola`,
  realClosed: (name: string) => `${name} volvió a demo`,
  realClosedText: (why: string) => `Dejó de usar dinero real: ${why}`,
  limitReached: (symbol: string) => `Límite alcanzado: ${symbol}`,
  limitText: (code: string, time: string) =>
    `${LIMIT_NAMES[code] ?? 'Un límite de tu cuenta'} impidió una orden. Se reinicia a las ${time}.`,
  broker_lost: {
    title: (name: string) => `${name} se desconectó`,
    text: 'Volvemos a conectar solos. Las órdenes a este bróker esperan.',
  },
  broker_back: { title: (name: string) => `${name} volvió`, text: 'Tus órdenes y su estado se están poniendo al día.' },
  sessionEnds: (name: string, time: string) => `Tu sesión en ${name} caduca a las ${time}`,
  sessionEndsText: 'Pega otra en Conexiones antes de que termine.',
  feed_lost: {
    title: (name: string) => `Sin precios: ${name}`,
    text: 'Tus automatizaciones esperan hasta que vuelvan.',
  },
  feed_back: { title: (name: string) => `Precios de vuelta: ${name}`, text: 'Tus automatizaciones siguen su trabajo.' },
  channelFailed: {
    push: 'Un aviso no llegó a tu navegador',
    email: 'Un aviso no llegó a tu correo',
    telegram: 'Un aviso no llegó a tu Telegram',
    webhook: 'Un aviso no llegó a tu webhook',
  } satisfies Record<ReachChannel, string>,
  channelFailedText: 'Revisa ese canal en Configuración.',
  newSignIn: 'Entraron a tu cuenta desde otro dispositivo',
  newSignInText: (ip: string | null) =>
    `${ip === null ? '' : `Desde ${ip}. `}Si no fuiste tú, cierra esa sesión y cambia tu contraseña.`,
  priceAlert: (symbol: string, price: string) => `${symbol} está en ${price}`,
  priceAlertText: {
    up: (level: string) => `Tu alerta: sube a ${level}.`,
    down: (level: string) => `Tu alerta: baja a ${level}.`,
  },
  chatLinked: 'Conectaron un chat de Telegram a tu cuenta',
  chatLinkedText: (name: string) =>
    `El chat de ${name} recibe tus avisos. Si no fuiste tú, desconéctalo y cambia tu contraseña.`,
} as const;
