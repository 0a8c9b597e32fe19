/**
 * `npm run build [-- server|cli|web …]`: builds the named targets that are outdated; without names, all three targets.
 */
import { buildTarget, TARGETS, targetState } from './lib/build-targets.mjs';
import { duration, main, Stop, say } from './lib/say.mjs';

await main(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in TARGETS));
  if (unknown)
    throw new Stop(
      `No hay nada que construir con el nombre «${unknown}»; los hay: ${Object.keys(TARGETS).join(', ')}.`,
    );
  for (const name of asked.length > 0 ? asked : Object.keys(TARGETS)) await bring(name);
});

/** Builds one target if its output is outdated. @param {string} name */
async function bring(name) {
  const state = targetState(name);
  if (state === 'missing') return say(`${name}: no tiene código fuente, se omite`);
  if (state === 'fresh') return say(`${name}: al día`);
  const startedMs = performance.now();
  try {
    await buildTarget(name);
  } catch (error) {
    throw new Stop(`${name}: la construcción falló. ${error instanceof Error ? error.message : error}`);
  }
  say(`${name}: construido en ${duration(performance.now() - startedMs)}`);
}
