/**
 * Node's flags for the server. Without a limit V8 lets the heap grow to four times the live data before it collects;
 * with a limit of 1 GB, three times the server's memory budget, to 1.6 times, at the price of a few more collections.
 */
export const SERVER_FLAGS = ['--max-old-space-size=1024'];
