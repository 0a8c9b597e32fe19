import type { StrategyType } from '@vigia/core/strategy-definitions';

/**
 * A starting point with its description. `POST /api/v1/strategies` or `POST /api/pcr/setup/create` accepts its `body`.
 */
export type StartingPoint = { readonly key: string; readonly description: string; readonly asset: string } & (
  | { readonly kind: 'strategy'; readonly body: StrategyStart }
  | { readonly kind: 'pcr'; readonly body: Readonly<Record<string, unknown>> & { readonly name: string } }
);

type StrategyStart = {
  readonly name: string;
  readonly type: StrategyType;
  readonly asset: string;
  readonly timeframe: '1m' | '5m' | '15m';
  readonly parameters: Readonly<Record<string, number | string>>;
};

/**
 * Example strategies and setups: well-known ideas with their usual parameters, which users can view, test and change.
 * None is a recommendation, and none increases its stake after a loss. Each is shown with its record on simulated
 * prices.
 */
export const STARTING_POINTS: readonly StartingPoint[] = [
  {
    key: 'rsi_reversion',
    kind: 'strategy',
    asset: 'EURUSD',
    description:
      'Busca el regreso tras un extremo: CALL cuando el RSI vuelve a subir de 30, PUT cuando vuelve a bajar de 70.',
    body: {
      name: 'RSI: regreso desde el extremo',
      type: 'rsi',
      asset: 'EURUSD',
      timeframe: '5m',
      parameters: { rsi_period: 14, oversold: 30, overbought: 70, trade_amount: 10, duration: 15 },
    },
  },
  {
    key: 'macd_cross',
    kind: 'strategy',
    asset: 'BTCUSD',
    description:
      'Sigue el impulso: CALL cuando la línea MACD cruza por encima de su señal, PUT cuando cruza por debajo.',
    body: {
      name: 'MACD: cruce de señal',
      type: 'macd',
      asset: 'BTCUSD',
      timeframe: '15m',
      parameters: { fast: 12, slow: 26, signal: 9, trade_amount: 10, duration: 30 },
    },
  },
  {
    key: 'bollinger_return',
    kind: 'strategy',
    asset: 'BTCUSD',
    description:
      'Busca el regreso a la banda: CALL cuando el cierre vuelve a entrar desde abajo, PUT cuando vuelve desde arriba.',
    body: {
      name: 'Bollinger: regreso a la banda',
      type: 'bollinger',
      asset: 'BTCUSD',
      timeframe: '5m',
      parameters: { period: 20, std_dev: 2, squeeze_threshold: 0.1, trade_amount: 10, duration: 10 },
    },
  },
  {
    key: 'average_cross',
    kind: 'strategy',
    asset: 'EURUSD',
    description:
      'Sigue la tendencia: CALL cuando la media rápida cruza por encima de la lenta, PUT cuando cruza por debajo.',
    body: {
      name: 'Medias: cruce 10/30',
      type: 'moving_average',
      asset: 'EURUSD',
      timeframe: '15m',
      parameters: { fast: 10, slow: 30, ma_type: 'ema', trade_amount: 10, duration: 30 },
    },
  },
  {
    key: 'stochastic_return',
    kind: 'strategy',
    asset: 'EURUSD',
    description:
      'Busca el regreso tras un extremo: CALL cuando %K sale de la sobreventa y cruza %D, PUT cuando sale de la sobrecompra.',
    body: {
      name: 'Estocástico: salida del extremo',
      type: 'stochastic',
      asset: 'EURUSD',
      timeframe: '5m',
      parameters: {
        k_period: 14,
        k_smoothing: 3,
        d_period: 3,
        oversold: 20,
        overbought: 80,
        trade_amount: 10,
        duration: 15,
      },
    },
  },
  {
    key: 'engulfing_turn',
    kind: 'strategy',
    asset: 'BTCUSD',
    description:
      'Busca el giro: CALL cuando una vela alcista envuelve a la bajista anterior tras una caída, PUT en el caso contrario.',
    body: {
      name: 'Vela envolvente: giro',
      type: 'engulfing',
      asset: 'BTCUSD',
      timeframe: '5m',
      parameters: { body_ratio: 1, trend_candles: 5, trade_amount: 10, duration: 10 },
    },
  },
  {
    key: 'pcr_exhaustion',
    kind: 'pcr',
    asset: 'EURUSD',
    description: 'La secuencia con sus cinco criterios y entrada en la zona fina: pocas señales, las de manual.',
    body: { name: 'Agotamiento clásico', asset: 'EURUSD', timeframe: '5m', expiry: 5 },
  },
  {
    key: 'pcr_wide_zone',
    kind: 'pcr',
    asset: 'EURUSD',
    description: 'Cuatro criterios de cinco y entrada también en la zona ancha: más señales, menos selectivas.',
    body: {
      name: 'Zona ancha',
      asset: 'EURUSD',
      timeframe: '5m',
      patterns: { requiredCriteria: 4 },
      entryPoints: ['zona_ancha', 'zona_fina'],
      expiry: 5,
    },
  },
  {
    key: 'pcr_with_trend',
    kind: 'pcr',
    asset: 'BTCUSD',
    description: 'Solo señales a favor de la media de 200 velas, con cuatro criterios de cinco.',
    body: {
      name: 'A favor de la tendencia',
      asset: 'BTCUSD',
      timeframe: '5m',
      patterns: { requiredCriteria: 4 },
      filters: [{ filter: 'trend', period: 200, side: 'with' }],
      entryPoints: ['zona_ancha', 'zona_fina'],
      expiry: 10,
    },
  },
  {
    key: 'pcr_break',
    kind: 'pcr',
    asset: 'BTCUSD',
    description: 'Entra en la misma vela que rompe la secuencia, sin esperar a que el precio vuelva a la zona.',
    body: { name: 'Entrada en la ruptura', asset: 'BTCUSD', timeframe: '1m', entryPoints: ['ruptura'], expiry: 5 },
  },
];
