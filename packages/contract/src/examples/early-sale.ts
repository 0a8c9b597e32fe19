/** Examples of the messages in `early-sale.ts`. */

export const SALE_VIEWS = [
  { state: 'offered', currency: 'USD', price: 11.4, profit: 1.4, stated_at: '2026-11-20T14:02:10.000Z' },
  { state: 'selling', currency: 'USD', min_price: 11.4, asked_at: '2026-11-20T14:02:12.000Z' },
  {
    state: 'unavailable',
    code: 'sale_refused',
    reason: 'Deriv no compra esta operación: ahora no ofrece precio por ella.',
  },
];

export const SALE_REQUEST = { min_price: 11.4 };
