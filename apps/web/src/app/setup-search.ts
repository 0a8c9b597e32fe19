/** Search parameter value of a setup that does not exist yet. */
export const NEW_SETUP = 'nuevo';

/** Returns the setup that the search parameters select. */
export const setupSearch = ({ setup }: Record<string, unknown>): { setup?: string } =>
  typeof setup === 'string' && setup !== '' ? { setup } : {};
