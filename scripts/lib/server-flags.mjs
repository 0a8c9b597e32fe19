/**
 * Node's flags for the server. Without a limit, V8 lets the heap grow to four times the live data before a garbage
 * collection. With this limit of 1 GB, three times the server's memory budget, it grows only to 1.6 times, at the cost
 * of a few more collections.
 */
export const SERVER_FLAGS = ['--max-old-space-size=1024'];
