/** Message for a request for a page of candles that contains both `before` and `from`. */
export const ONE_EDGE_FAULT_ES = 'Indica solo uno de los dos: before o from.';
