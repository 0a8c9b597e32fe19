/**
 * Runs one broker adapter against its simulator, while seeded faults and deviations of the simulator begin and end.
 * Exits with code 1 in any of these cases: an order was duplicated or falsely reported as absent, an outcome or end
 * stayed unknown, a rate limit was exceeded, memory grew, or an error was thrown.
 */
import { parseArgs } from 'node:util';
import { HOSTILE_TARGETS } from './brokers.ts';
import { playEpisode } from './episode.ts';
import { MemoryRecorder } from './memory.ts';
import { HostileRunTally } from './tally.ts';

const { values } = parseArgs({
  options: {
    hostile: { type: 'boolean' },
    broker: { type: 'string', default: '' },
    /** Duration in minutes of real time. The simulated brokers' clock runs faster. */
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    /** Number of sessions, used instead of a duration. */
    episodes: { type: 'string' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const target = HOSTILE_TARGETS[values.broker];
if (target === undefined) throw new Error(`which broker? ${Object.keys(HOSTILE_TARGETS).join(', ')}`);
const tally = new HostileRunTally();
const memory = new MemoryRecorder();
process.on('uncaughtException', (error) => tally.fault(`thrown: ${error.stack ?? error.message}`));
process.on('unhandledRejection', (reason) => tally.fault(`rejected: ${String(reason)}`));

const endMs = performance.now() + Number(values.minutes) * 60_000;
const isLeft = (played: number): boolean =>
  values.episodes === undefined ? performance.now() < endMs : played < Number(values.episodes);
let played = 0;
for (; isLeft(played); played += 1) {
  await playEpisode(target, Number(values.seed) + played, tally);
  memory.sample();
  process.stderr.write(
    `${values.broker}: session ${played + 1}, ${tally.of('orders')} orders, ${tally.faults.length} faults\n`,
  );
}
if (!memory.isFlat()) tally.fault(`memory grows: ${memory.text()}`);

const ORDERS = ['orders', 'accepted', 'refused', 'unknown', 'found', 'absent', 'unread for a while', 'ends'];
const counted = (names: readonly string[]): string => names.map((name) => `${name} ${tally.of(name)}`).join(', ');
const hazards = [...tally.counts.keys()].filter((name) => !ORDERS.includes(name)).toSorted();
const hours = (tally.brokerMs / 3_600_000).toFixed(1);
say(
  `${tally.faults.length === 0 ? '✓' : '✗'} ${values.broker}: ${played} sessions from seed ${values.seed}, ` +
    `${hours} h of the broker's time`,
);
say(`    ${counted(ORDERS)}`);
say(`    ${counted(hazards)}`);
say(
  `    at most ${tally.busiestSecond} of ${target.messagesPerSecond} messages a second, ` +
    `(${tally.of('sessions without a stall')} sessions without a stall), ` +
    `${tally.busiestMinute} of ${target.requestsPerMinute} requests a minute; ${memory.text()}`,
);
for (const fault of tally.faults.slice(0, 12)) say(`    ✗ ${fault}`);
process.exit(tally.faults.length === 0 ? 0 : 1);
