/** Documentation example of a broker check. */
export const BROKER_CHECK = {
  broker: 'iqoption',
  state: 'asking',
  steps: [
    { step: 'sign_in', name: 'Entrar', state: 'as_expected', text: 'conectado' },
    { step: 'demo_order', name: 'Orden demo', state: 'running', text: '' },
  ],
  order: { symbol: 'EURUSD', amount: 1, currency: 'USD', duration_s: 60 },
};
