/** Message for a page of candles that names both its begin and its end. */
export const ONE_EDGE_FAULT_ES = 'Indica solo uno de los dos: before o from.';
