import { formatCount } from '#shared/lib/format.ts';

export const lookMessages = {
  title: '¿Sirve?',
  waiting: 'Mirando el historial…',
  progress: (percent: string) => `Mirando el historial… ${percent}`,
  off: 'Corrige el valor marcado y lo miramos en el historial.',
  failed: 'No pudimos mirarlo en el historial.',
  cancelled: 'Otra pestaña miró otras reglas y esta mirada se canceló.',
  none: 'Ninguna señal en todo el historial.',
  short: (decided: number) => `Muestra corta: ${formatCount(decided)} cerradas`,
  result: (profit: string) => `Resultado ${profit}`,
  luck: (share: string) => `por suerte: ${share}`,
  free: 'sin gastar',
  report: 'Ver informe',
  retry: 'Reintentar',
  ask: {
    title: 'Una mirada, sin veredicto',
    text: 'Mirar no gasta presupuesto, pero cada mirada compite en los veredictos que pidas después sobre estos datos.',
    left: (left: string, level: string) => `Queda ${left} de ${level} de presupuesto.`,
    submit: 'Pedir veredicto',
    cost: 'Gasta presupuesto.',
    short: 'Con tan pocas operaciones no habrá veredicto ni gasto.',
  },
  other: 'Otros datos, barrido o rejilla',
} as const;
