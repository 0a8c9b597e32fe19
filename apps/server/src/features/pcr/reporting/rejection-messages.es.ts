import type { RejectionView } from '@vigia/contract';

const SENTENCES: Readonly<Record<string, string>> = {
  late: 'El cierre quedó demasiado lejos del nivel tocado.',
  conflict: 'Había oportunidades en las dos direcciones a la vez: no se publicó ninguna.',
  one_a_candle: 'Otra zona más reciente dio la señal de esa vela.',
  backfilled: 'Los datos llegaron después de ocurrir: con datos recuperados no se da ninguna señal.',
  stale: 'El precio no era reciente: sin precio en vivo no se da ninguna señal.',
  frozen: 'El precio llevaba un minuto sin moverse: no era de fiar.',
  skewed: 'La hora del precio y la nuestra no coincidían: no era de fiar.',
  closed: 'El mercado estaba cerrado.',
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
