import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { FeedFault } from '../harness/faulty-feed.ts';
import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const SYMBOLS = SIMULATED_ASSETS.map(({ symbol }) => symbol);

/**
 * Sends orders before, during and after the faults of the price source. Signals and settlements must equal those of a
 * run without faults.
 */
async function playThrough(world: World, faults: readonly FeedFault[], durationMs: number): Promise<void> {
  await world.begin(3);
  await world.order(world.between(3, 10));
  await world.server.feed(...faults);
  for (let part = 0; part < 3; part += 1) {
    await world.server.leap(durationMs / 3);
    await world.order(world.between(2, 6));
  }
  await world.server.feed();
  await world.server.leap(world.between(2_000, 10_000));
  await world.order(world.between(2, 6));
}

/**
 * Cuts the connection to the price source and sends the missed prices later. During the cut the server must refuse
 * orders. It must not publish signals for the missed time.
 */
async function playGap(world: World): Promise<void> {
  await world.begin(3);
  await world.order(world.between(5, 15));
  await world.server.leap(world.between(0, MINUTE_MS));
  await world.server.feed({ kind: 'cut' });
  const cutAtMs = world.server.nowMs;
  await refusesOrders(world, 'while the line is down');
  await world.server.leap(90 * SECOND_MS);
  await refusesOrders(world, 'while the line is down');
  const backAtMs = world.server.nowMs;
  await world.server.feed();
  await world.server.leap(world.between(1_000, 5_000));
  await world.order(world.between(3, 8));
  await world.settleAll();
  const signals = await world.sql`
    SELECT 1 FROM pcr_signals WHERE entry_time_ms BETWEEN ${cutAtMs} AND ${backAtMs - MINUTE_MS}`;
  world.expect(signals.length === 0, 'I6', `${signals.length} signals were issued for what came afterwards`);
}

/**
 * Makes the history of the price source differ from its stream in the last minutes. Published data must not change, and
 * the server must count the differing ticks.
 */
async function playRewrite(world: World): Promise<void> {
  await world.begin(3);
  await world.order(world.between(3, 10));
  await world.server.leap(2.5 * MINUTE_MS);
  const lateBefore = await lateTicks(world);
  await world.server.feed({ kind: 'rewrite', factor: 1 + world.between(1, 50) / 1_000 });
  await world.server.leap(10 * SECOND_MS);
  world.expect((await lateTicks(world)) > lateBefore, 'I6', 'a history that disagrees is not counted');
  await world.server.feed();
  await world.order(world.between(3, 8));
}

/**
 * Makes the price source stop sending some symbols or repeat one price for them. The server must refuse orders on these
 * symbols and accept orders on all others.
 */
async function playFrozen(world: World): Promise<void> {
  await world.begin(3);
  const kind = world.pick(['silent', 'frozen'] as const);
  const symbols = SYMBOLS.filter(() => world.rng.next() < 0.3).concat(SYMBOLS.slice(0, 1));
  const others = SYMBOLS.filter((symbol) => !symbols.includes(symbol));
  if (kind === 'frozen') for (const symbol of symbols) world.bent.add(symbol);
  await world.server.leap(30 * SECOND_MS);
  await world.server.feed({ kind, symbols });
  await world.server.leap(kind === 'silent' ? 6 * SECOND_MS : 2 * MINUTE_MS);
  await refusesOrders(world, `while the feed is ${kind}`, symbols);
  const good = await world.order(4, others);
  const refused = good.filter(({ outcome }) => outcome.kind === 'refused');
  world.expect(
    refused.length === 0,
    'I5',
    `orders on other symbols are refused: ${JSON.stringify(refused[0]?.outcome)}`,
  );
  await world.server.feed();
  await world.server.leap(world.between(5_000, 20_000));
}

async function refusesOrders(world: World, when: string, symbols?: readonly string[]): Promise<void> {
  await world.server.leap(6 * SECOND_MS);
  const attempts = await world.order(world.between(2, 6), symbols);
  for (const { outcome, order } of attempts) {
    const isRight = outcome.kind === 'refused' && outcome.code.startsWith('feed_');
    world.expect(isRight, 'I5', `an order on ${order.asset_symbol} ${when}: ${JSON.stringify(outcome)}`);
  }
}

/** Returns the number of ticks that arrived for closed minutes, over all symbols. */
async function lateTicks({ server }: World): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const counts = text.matchAll(/^vigia_market_ticks_late_total\{.*\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

export const FEED: readonly Scenario[] = [
  {
    number: 23,
    fault: 'duplicate ticks',
    injection: '30 % of the ticks come twice',
    isLongFormOnly: true,
    play: (world) => playThrough(world, [{ kind: 'duplicate', share: 0.3 }], 150 * SECOND_MS),
  },
  {
    number: 24,
    fault: 'reordered and late ticks',
    injection: 'a third come after their successor; others two minutes late with another price',
    play: (world) =>
      playThrough(
        world,
        [
          { kind: 'reorder', share: 0.3 },
          { kind: 'late', share: 0.1, lagMs: 2 * MINUTE_MS },
        ],
        150 * SECOND_MS,
      ),
  },
  {
    number: 25,
    fault: 'gap of 90 s, then back-fill',
    injection: 'the line is cut, its ticks come afterwards',
    play: playGap,
  },
  {
    number: 26,
    fault: 'back-fill disagrees with the stream',
    injection: 'the last two minutes sent again at other prices',
    isLongFormOnly: true,
    play: playRewrite,
  },
  {
    number: 27,
    fault: 'frozen feed',
    injection: 'no ticks, or one price over and over, on some symbols',
    play: playFrozen,
  },
  {
    number: 28,
    fault: 'garbage ticks',
    injection: 'NaN, 0, negative, ×1000, infinite, an hour ahead, no time',
    isLongFormOnly: true,
    play: (world) => playThrough(world, [{ kind: 'garbage', share: 0.3 }], 150 * SECOND_MS),
  },
];
