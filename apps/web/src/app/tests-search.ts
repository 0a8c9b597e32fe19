/** Returns the search parameter with the ids of the tests to show, such as `id,id`. */
export const testsSearch = ({ ver }: Record<string, unknown>): { ver?: string } =>
  typeof ver === 'string' ? { ver } : {};
