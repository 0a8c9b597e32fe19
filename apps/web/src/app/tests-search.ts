/** Parses the search parameter with the ids of the backtests to show, such as `id,id`. */
export const parseTestsSearch = ({ ver }: Record<string, unknown>): { ver?: string } =>
  typeof ver === 'string' ? { ver } : {};
