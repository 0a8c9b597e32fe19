import type { Finding } from '@vigia/testkit/invariants';
import { nameOf, type Scenario } from '../scenario.ts';
import type { DataFolders } from './data-folders.ts';
import { judgeInvariants } from './judge.ts';
import type { ServerLaunch } from './server.ts';
import { World } from './world.ts';

/** The result of one scenario with one seed. */
export type Run = {
  /** The name of the scenario in the result table. */
  readonly name: string;
  readonly seed: number;
  readonly orders: number;
  readonly double: number;
  readonly lost: number;
  readonly longestUnknownMs: number;
  readonly tookMs: number;
  readonly findings: readonly Finding[];
  /** Figures that the scenario measured, by name. */
  readonly measured: ReadonlyMap<string, number | string>;
  /** The server's last warnings. Empty if the run has no findings, which are violations of invariants. */
  readonly warnings: readonly string[];
};

const WARNING = /"level":[456]0/;
const SHOWN_WARNINGS = 40;

const warningsOf = ({ log }: World, findings: readonly Finding[]): readonly string[] =>
  findings.length === 0
    ? []
    : log
        .split('\n')
        .filter((line) => WARNING.test(line))
        .slice(-SHOWN_WARNINGS);

/**
 * Runs a scenario, waits until the server has no more work and checks the invariants. An error during the run counts as
 * a violation too.
 */
export async function playOnce(
  folders: DataFolders,
  launch: ServerLaunch,
  scenario: Scenario,
  seed: number,
): Promise<Run> {
  const startedMs = performance.now();
  const name = nameOf(scenario);
  const world = new World(folders, launch, `s${name}-${seed}`, scenario.number * 1_000_003 + seed);
  const about = { name, seed, measured: world.measured };
  try {
    await scenario.play(world);
    await world.healthy();
    await world.resolveUnknown();
    await world.settleAll();
    const { double, lost, automatic, longestUnknownMs: longestAtBrokerMs, findings } = await judgeInvariants(world);
    const longestUnknownMs = world.simulatedBrokers === null ? world.longestUnknownMs : longestAtBrokerMs;
    const orders = world.attempts.length + automatic;
    const tookMs = performance.now() - startedMs;
    return {
      ...about,
      orders,
      double,
      lost,
      longestUnknownMs,
      tookMs,
      findings,
      warnings: warningsOf(world, findings),
    };
  } catch (error) {
    const what = `the run broke off: ${error instanceof Error ? error.stack : String(error)}\n${world.log.slice(-1_500)}`;
    const findings = [...world.noted, { invariant: 'I11' as const, what }];
    const counts = { orders: world.attempts.length, double: 0, lost: 0, longestUnknownMs: 0 };
    return {
      ...about,
      ...counts,
      tookMs: performance.now() - startedMs,
      findings,
      warnings: warningsOf(world, findings),
    };
  } finally {
    await world.end();
  }
}
