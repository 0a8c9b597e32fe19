/**
 * Errors that work writes to the log while the database does not respond. During an outage the fault tests accept
 * exactly these messages.
 */
export const OUTAGE_MESSAGES = {
  workDoesNotStop: 'work does not stop; another process may acquire its lease',
  dataLeftUnwritten: 'market data left unwritten at the end',
} as const;
