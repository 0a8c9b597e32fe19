/**
 * `npm run simulator -- <broker> [--seed 1] [--port 0]`: runs a simulated broker on loopback, with seeded prices on the
 * real clock. The user types commands to cause faults; the command `ayuda` lists them.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/installation.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { COMMANDS, executeCommand } from './lib/simulator-commands.mjs';
import { systemClock } from './lib/system-clock.mjs';
import { ROOT } from './lib/workspace.mjs';

/** The names of the folders under brokers/ that contain a simulator. */
const BROKERS = readdirSync(join(ROOT, 'brokers')).filter((name) =>
  existsSync(join(ROOT, 'brokers', name, 'src/simulator/index.ts')),
);

await main(async () => {
  await ensureInstalled();
  const { broker, seed, port } = readArguments();
  const { register } = await import('tsx/esm/api');
  register();
  const { setQuirk, startSimulator } = await import(`@vigia/broker-${broker}/simulator`);
  const simulator = await startSimulator(systemClock, seed, port);
  say(`▸ ${broker}, semilla ${seed}`);
  for (const [name, origin] of Object.entries(simulator.origins)) say(`  ${name}: ${origin}`);
  for (const hint of simulator.hints) say(`  ${hint}`);
  // Users cannot choose the practice broker, so the application has no setting for its address.
  if (broker !== 'simulated')
    say(
      `  Para que la aplicación lo use: BROKER_ORIGINS='${JSON.stringify({ [broker]: simulator.origins })}' npm start`,
    );
  say('  Escribe «ayuda» para estropearlo, Ctrl+C para pararlo.');
  // Without a terminal the script reads no commands, and the simulator keeps running.
  const terminal = createInterface({ input: process.stdin });
  for await (const line of terminal)
    say(line.trim() === 'ayuda' ? COMMANDS : executeCommand(simulator, line, setQuirk));
});

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, port: { type: 'string', default: '0' } },
  });
  const [broker = ''] = positionals;
  if (!BROKERS.includes(broker)) throw new Stop(`¿Qué bróker? Uno de: ${BROKERS.join(', ')}.`);
  const seed = Number(values.seed);
  const port = Number(values.port);
  if (!Number.isSafeInteger(seed)) throw new Stop('La semilla es un número entero.');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Stop('El puerto es un número de 0 a 65535.');
  return { broker, seed, port };
}
