import { setTimeout as sleep } from 'node:timers/promises';
import { type Person, sendChange } from '../../harness/people.ts';
import type { World } from '../../harness/world.ts';
import type { Scenario } from '../../scenario.ts';
import { expectKnownOutcomes, untilReconnected } from './stage.ts';

const ASSETS = ['EURUSD', 'GBPUSD', 'BTCUSD', 'XAUUSD'];
const DEATHS = 2;
/** Length of a candle in milliseconds. Each strategy may signal at the close of a candle. */
const MINUTE_MS = 60_000;
const MINUTES = 3;
/**
 * Real time in milliseconds within which the server sends the automatic orders after a candle close, even on a busy
 * machine.
 */
const SAY_MS = 1_500;

/**
 * Lets strategies trade automatically on the paper account and on IQ Option's demo account, and kills the server
 * several times meanwhile.
 */
async function playKilledAutomation(world: World): Promise<void> {
  // Automatic trading at a broker requires prices of a real source, so the simulated market gets the id of a real
  // source.
  await world.begin(2, { brokers: ['iqoption'], source: 'deriv' });
  const [onPaper, atBroker] = world.people;
  if (onPaper === undefined || atBroker === undefined) throw new Error('two people trade');
  const { url } = world.server;
  // The strategies are created in paper mode. In another mode, the request would first have to wait for the broker's
  // prices.
  for (const person of world.people) await sendChange(url, person, '/api/v1/trading/mode/switch', { mode: 'mock' });
  for (const person of world.people) await automate(world, person);
  await sendChange(url, atBroker, '/api/v1/trading/mode/switch', { mode: 'iqoption_demo' });
  for (let death = 0; death < DEATHS; death += 1) {
    for (let minute = 1; minute < MINUTES; minute += 1) await closeMinute(world, SAY_MS);
    await closeMinute(world, world.between(0, SAY_MS));
    await world.server.kill();
    await world.restart(world.between(1_000, 60_000));
    await world.healthy();
    await untilReconnected(world);
    await expectKnownOutcomes(world);
  }
  await closeMinute(world, SAY_MS);
  await expectTraded(world, [onPaper, atBroker]);
}

/** Advances to the end of the minute, then waits for `sayMs` of real time. */
async function closeMinute(world: World, sayMs: number): Promise<void> {
  await world.leap(MINUTE_MS - (world.server.nowMs % MINUTE_MS));
  await sleep(sayMs);
}

async function automate(world: World, person: Person): Promise<void> {
  for (const asset of ASSETS) {
    await sendChange(world.server.url, person, '/api/v1/strategies', {
      name: asset,
      type: 'rsi',
      asset,
      timeframe: '1m',
      auto_trade: true,
      status: 'active',
      parameters: { rsi_period: 2, oversold: 45, overbought: 55, trade_amount: 1, duration: 1 },
    });
  }
}

/** Records a violation if a user has no automatic trade, because the run would then test nothing. */
async function expectTraded(world: World, people: readonly Person[]): Promise<void> {
  for (const { userId } of people) {
    const [row] = await world.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM trades WHERE user_id = ${userId} AND signal_id IS NOT NULL`;
    const why = await world.sql<{ decision: string; code: string | null; count: number }[]>`
      SELECT decision, code, count(*)::int AS count FROM automation_decisions
      WHERE user_id = ${userId} GROUP BY 1, 2`;
    world.expect((row?.count ?? 0) > 0, 'I11', `no signal was traded on: ${JSON.stringify(why)}`);
  }
}

export const AUTOMATION: readonly Scenario[] = [
  {
    number: 11,
    variant: 'b',
    fault: 'kill −9 while strategies trade by themselves',
    injection: 'SIGKILL in the minutes of four strategies each on paper and at a broker’s demo',
    play: playKilledAutomation,
  },
];
