/** The word in the address for a setup that does not exist yet. */
export const NEW_SETUP = 'nuevo';

/** Which setup a screen shows, from its address. */
export const setupSearch = ({ setup }: Record<string, unknown>): { setup?: string } =>
  typeof setup === 'string' && setup !== '' ? { setup } : {};
