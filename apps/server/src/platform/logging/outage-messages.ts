/**
 * Errors that work writes to the log while the database does not respond. The fault tests accept exactly these during
 * an outage, so they read them here.
 */
export const OUTAGE_MESSAGES = {
  workDoesNotStop: 'work does not stop; another process may acquire its lease',
  dataLeftUnwritten: 'market data left unwritten at the end',
} as const;
