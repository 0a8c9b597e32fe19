/**
 * How node runs the server. V8 lets a heap without a limit of its own grow to four times what is alive before it collects; under
 * a limit of 1 GB, thrice what the server is allowed, to 1.6 times, for a collection more now and then.
 */
export const SERVER_FLAGS = ['--max-old-space-size=1024'];
