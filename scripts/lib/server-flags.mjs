/**
 * Node's flags for the server. The limit of the heap is 1 GB, three times the server's memory budget. Without a limit,
 * V8 lets the heap grow to four times the live data before a garbage collection. With the limit it grows only to 1.6
 * times, at the cost of a few more collections.
 */
export const SERVER_FLAGS = ['--max-old-space-size=1024'];
