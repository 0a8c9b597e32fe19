import { formatCount } from '#shared/lib/format.ts';

/**
 * Texts of the statistics. They have a separate object, because the dashboard loads the other PCR texts at its start.
 */
export const statisticsMessages = {
  open: 'Ver estadísticas',
  title: (name: string) => `Estadísticas de ${name}`,
  text: 'Sus señales, lo que operó solo y lo que encontró su detector.',
  loading: 'Cargando estadísticas',
  none: 'Todavía no tiene señales ni operaciones: llegan cuando el precio vuelve a una de sus zonas.',
  failed: 'No pudimos cargar las estadísticas',
  signals: 'Señales',
  today: (count: string) => `${count} hoy`,
  pending: 'Pendientes',
  pendingNote: 'aún no vencen',
  tied: 'Empates',
  voided: (count: number) => (count === 1 ? 'y 1 nula' : `y ${formatCount(count)} nulas`),
  worstStreak: 'Peor racha',
  inARow: (count: number) => (count === 1 ? 'señal perdida' : 'señales perdidas seguidas'),
  trades: 'Operaciones',
  tradesNote: 'que abrió solo',
  result: 'Resultado',
  noResult: '—',
  resultToday: (amount: string) => `hoy ${amount}`,
  lastSignal: (moment: string) => `Última señal: ${moment}.`,
  sequences: (found: number, valid: number) =>
    `Secuencias detectadas: ${formatCount(found)}; cumplen los cinco criterios: ${formatCount(valid)}.`,
  zones: (created: number, live: number, invalidated: number) =>
    `Zonas creadas: ${formatCount(created)}; vivas: ${formatCount(live)}; invalidadas: ${formatCount(invalidated)}.`,
} as const;
