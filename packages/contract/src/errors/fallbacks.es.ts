/**
 * Texts for API calls that fail for a reason other than the caller's request. `detail` is the fixed text of
 * docs/spec/api.md §3, and `message` is its Spanish form. The error code still names the cause. `{broker}` is replaced
 * by the broker in the URL.
 */
export const FALLBACKS = {
  fetch_assets: { detail: 'Failed to fetch assets', message: 'No pudimos cargar los activos.' },
  fetch_market_data: { detail: 'Failed to fetch market data', message: 'No pudimos cargar los datos de mercado.' },
  fetch_active_options: {
    detail: 'Failed to fetch active options',
    message: 'No pudimos cargar las operaciones activas.',
  },
  fetch_trading_history: {
    detail: 'Failed to fetch trading history',
    message: 'No pudimos cargar el historial de operaciones.',
  },
  fetch_trading_stats: {
    detail: 'Failed to fetch trading stats',
    message: 'No pudimos cargar las estadísticas de operaciones.',
  },
  fetch_trading_health: {
    detail: 'Failed to fetch trading health',
    message: 'No pudimos consultar el estado de las operaciones.',
  },
  create_option: { detail: 'Failed to create option', message: 'No pudimos crear la operación.' },
  fetch_setups: { detail: 'Error al cargar setups', message: 'No pudimos cargar los setups.' },
  create_setup: { detail: 'Error al crear setup', message: 'No pudimos guardar el setup.' },
  fetch_pcr_metrics: { detail: 'Error loading metrics', message: 'No pudimos cargar las métricas.' },
  connect_broker: { detail: 'Error conectando a {broker}', message: 'No pudimos conectar con el bróker.' },
  connect_deriv: { detail: 'Error conectando a Deriv', message: 'No pudimos conectar con Deriv.' },
  connect_iqoption: { detail: 'Error conectando a iqoption', message: 'No pudimos conectar con IQ Option.' },
  disconnect_broker: { detail: 'Error desconectando de {broker}', message: 'No pudimos desconectar del bróker.' },
  trade_broker: { detail: 'Error ejecutando trade en {broker}', message: 'No pudimos enviar la operación al bróker.' },
  test_broker: { detail: 'Error probando conexión a {broker}', message: 'No pudimos probar la conexión.' },
} as const satisfies Readonly<Record<string, { readonly detail: string; readonly message: string }>>;

/** The group of API calls that a fallback message is for. */
export type Fallback = keyof typeof FALLBACKS;
