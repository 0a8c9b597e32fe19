/**
 * Error messages of work that runs while the database does not respond. During an outage the fault tests accept only
 * these messages.
 */
export const OUTAGE_MESSAGES = {
  workDoesNotStop: 'work does not stop; another process may acquire its lease',
  dataLeftUnwritten: 'market data left unwritten at the end',
} as const;
