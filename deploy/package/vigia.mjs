#!/usr/bin/env node
/**
 * The program `vigia` of the package. Without a command it runs the server in this terminal, so that `npx` suffices.
 */
if (process.argv.length === 2) process.argv.push('start', '--foreground');
await import('../apps/server/dist/vigia.mjs');
