/** Reasons why a broker does not buy back a running trade, where they differ from the reasons for an order. */
export const SALE_REFUSALS_ES: Readonly<Record<string, string>> = {
  not_for_sale: 'ahora no ofrece precio por ella',
  contract_over: 'ya terminó',
  absent: 'la petición de venta no le llegó',
  network: 'no hubo respuesta antes de enviarla',
};
/**
 * Reasons why a trade cannot be sold early, in addition to those of its broker. These texts fill `why` of
 * `sale_not_offered`.
 */
export const NO_EARLY_SALE_ES = {
  paper: 'la cuenta simulada espera siempre al final',
  unknown: 'no se sabe cómo se le pide a este bróker',
  otherLogin: 'es de otra cuenta de ese bróker, que ahora no está conectada',
} as const;
