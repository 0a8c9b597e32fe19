/** Parses the search parameter that selects the limit book to show, such as `real-EUR`. */
export const parseLimitsSearch = ({ libro }: Record<string, unknown>): { libro?: string } =>
  typeof libro === 'string' ? { libro } : {};
