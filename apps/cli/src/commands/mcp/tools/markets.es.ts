import type { Asset, Candle } from '@vigia/client';
import { formatPercent, linesOrFallback } from '../words.es.ts';

const SHOWN_CANDLES = 10;

function market({ symbol, name, current_price: price, payout, market_open: isOpen, source }: Asset): string {
  const value = price === null ? 'sin precio' : String(price);
  const pays =
    payout === null
      ? 'pago por contrato'
      : `paga ${formatPercent(payout)}, equilibrio ${formatPercent(1 / (1 + payout))}`;
  return `${symbol} (${name}): ${value}, ${pays}, ${isOpen ? 'abierto' : 'cerrado'}, precios de ${source}`;
}

const candle = ({ time, open, high, low, close, closed }: Candle): string =>
  `${new Date(time * 1_000).toISOString()} ${open} ${high} ${low} ${close}${closed ? '' : ' (abierta)'}`;

export const MARKET_WORDS = {
  listTitle: 'Mercados',
  listDescription: 'Lista los activos con su precio, su pago y si están abiertos ahora. Solo lee.',
  search: 'Parte del símbolo o del nombre; sin él, todos',
  candlesTitle: 'Velas',
  candlesDescription: 'Devuelve las últimas velas de un activo, de la más antigua a la más nueva. Solo lee.',
  before: 'Segundos Unix: solo velas que abren antes',
  list: (markets: readonly Asset[]): string => linesOrFallback(markets.map(market), 'Ningún activo se llama así.'),
  candles: (symbol: string, timeframe: string, candles: readonly Candle[]): string =>
    candles.length === 0
      ? `No hay velas de ${symbol} en ${timeframe}.`
      : [
          `${candles.length} velas de ${symbol} en ${timeframe}. Las últimas (apertura UTC, abre, máximo, mínimo, cierra):`,
          ...candles.slice(-SHOWN_CANDLES).map(candle),
        ].join('\n'),
} as const;
