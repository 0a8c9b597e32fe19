/** Search parameter value of a setup that does not exist yet. */
export const NEW_SETUP = 'nuevo';

/** Parses the search parameter that selects a setup. */
export const parseSetupSearch = ({ setup }: Record<string, unknown>): { setup?: string } =>
  typeof setup === 'string' && setup !== '' ? { setup } : {};
