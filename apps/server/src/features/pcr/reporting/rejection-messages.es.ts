import type { RejectionView } from '@vigia/contract';
import { DATA_FAULTS_ES } from '../../automations/index.ts';

const SENTENCES: Readonly<Record<string, string>> = {
  late: 'El cierre quedó demasiado lejos del nivel tocado.',
  conflict: 'Había oportunidades en las dos direcciones a la vez: no se publicó ninguna.',
  one_a_candle: 'Otra zona más reciente dio la señal de esa vela.',
  ...DATA_FAULTS_ES,
};

const FILTERS: Readonly<Record<string, string>> = {
  trend: 'la tendencia',
  rsi: 'el RSI',
  hours: 'el horario',
  volatility: 'la volatilidad',
  payout: 'el pago',
  candleTypes: 'el tipo de vela',
};

/** Returns the Spanish sentence that explains why an opportunity was rejected. */
export function rejectionMessage(reason: string, filterResults: RejectionView['filter_results']): string {
  if (reason !== 'filters') return SENTENCES[reason] ?? 'La oportunidad se descartó.';
  const failed = filterResults.filter(({ passed }) => !passed).map(({ filter }) => FILTERS[filter] ?? filter);
  return `No pasó ${failed.length > 1 ? 'los filtros' : 'el filtro'} de ${failed.join(' y ')}.`;
}
