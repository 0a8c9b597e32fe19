import { formatCount } from '#shared/lib/format.ts';

export const automationMessages = {
  stopAll: 'Detener todo',
  stop: 'Detener',
  stopped: 'Todo detenido',
  resume: 'Reanudar',
  stoppedShort: 'Todo detenido. Reanudar',
  stoppedNow: 'Todo detenido',
  stoppedText: 'Ninguna estrategia, setup ni bot envía órdenes. Tus operaciones abiertas siguen hasta su vencimiento.',
  notStopped: 'No se pudo detener',
  resumeAsk: {
    title: '¿Reanudar todo?',
    text: 'Tus estrategias, setups y bots vuelven a enviar órdenes según sus reglas.',
    submit: 'Reanudar',
  },
  resumed: 'Todo reanudado',
  reality: {
    label: 'Control de realidad',
    elapsed: (hours: number, minutes: number) => (hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`),
    automatic: (elapsed: string, trades: number) => `Llevas ${elapsed} operando en automático: ${tradesIn(trades)}.`,
    real: (elapsed: string, trades: number) => `Llevas ${elapsed} operando con dinero real: ${tradesIn(trades)}.`,
    lost: (purse: string, amount: string) => `${purse}: en este tramo perdiste ${amount}.`,
    won: (purse: string, amount: string) => `${purse}: en este tramo ganaste ${amount}.`,
    even: (purse: string) => `${purse}: en este tramo quedaste igual.`,
    openGoOn: 'Tus operaciones abiertas siguen hasta su vencimiento.',
    waits: 'Las órdenes nuevas esperan hasta que elijas.',
    goOn: 'Seguir',
    later: 'Dejar en la esquina',
    show: (elapsed: string) => `Control de realidad: ${elapsed}. Ver`,
    short: (elapsed: string) => `Llevas ${elapsed}`,
  },
} as const;

function tradesIn(count: number): string {
  return count === 1 ? '1 operación' : `${formatCount(count)} operaciones`;
}
