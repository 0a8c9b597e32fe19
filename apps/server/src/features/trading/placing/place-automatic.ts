import type { Broker } from '@vigia/broker-kit/port';
import { type EpochMs, err, type MinorUnits, ok, type Result } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import { lengthField, type TradeLength } from '@vigia/core/trades';
import type { AutomationKind, Direction, PriceSource } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { runInStep } from '#platform/tracing/trace-step.ts';
import type { Actor, BrokerVenue, MoneyAccount } from '../../accounts/index.ts';
import { unprovenPayoutRefusal } from '../payout-fall.ts';
import type { PlacementRefusal } from '../placement-refusal.ts';
import { type OrderRequest, venueOf, venueOfTrade } from '../venue-port.ts';
import { approveOrder } from './approve-order.ts';
import type { PlacingDeps } from './place-order.ts';
import { publishWrittenOrder, type WrittenOrder, writeOrder } from './write-order.ts';

/** Price sources that no broker trades on. Only paper orders may use their signals. */
const PAPER_ONLY: ReadonlySet<PriceSource> = new Set(['simulated', 'replay']);

/** The order that a setup or strategy places on one of its signals. */
export type AutomaticOrder = {
  readonly userId: string;
  /** The account that receives the order; null for the paper account. */
  readonly target: BrokerVenue | null;
  /** The account of the order, locked in this transaction. */
  readonly account: MoneyAccount;
  readonly automation: AutomationKind;
  readonly automationId: string;
  readonly signalId: string;
  readonly symbol: string;
  /** Price source of the signal, which also prices a paper order. */
  readonly source: PriceSource;
  readonly direction: Direction;
  readonly length: TradeLength;
  readonly stakeMinor: MinorUnits;
  readonly entryTimeMs: EpochMs;
  /**
   * Latest time of acceptance. Afterwards the order is refused as late, because the price may have moved away from the
   * price of the signal.
   */
  readonly acceptableUntilMs: EpochMs;
};

/** A trade that is written but not yet published, and not yet sent if it is at a broker. */
export type PlacedAutomatic = WrittenOrder & { readonly userId: string };

/**
 * Actor of an automatic order with play money. It has no session, and therefore neither a second factor nor any
 * permission that requires one. The actor of a real order comes from the graduation gate.
 */
const practiceActor = (userId: string): Actor => ({ userId, isAnonymous: true, aal: 'aal1', scopes: null });

/** Places an automatic order (see `place`) and records it as a step of the trace. */
export const placeAutomatic = (
  deps: PlacingDeps,
  tx: Transaction,
  placing: AutomaticOrder,
): Promise<Result<PlacedAutomatic, PlacementRefusal>> =>
  runInStep(deps.tracing?.begin('order.automatic', { 'vigia.symbol': placing.symbol }), () => place(deps, tx, placing));

/**
 * Approves and writes the order like any other, in the caller's transaction and on the account that the caller has
 * locked. The payout is the venue's last known one: while an account is locked, the server sends no request to a
 * broker. A real order passes the graduation gate first, with facts that are read in this transaction.
 */
async function place(
  deps: PlacingDeps,
  tx: Transaction,
  placing: AutomaticOrder,
): Promise<Result<PlacedAutomatic, PlacementRefusal>> {
  const { userId, account, entryTimeMs, target } = placing;
  const broker = deps.brokers.catalog().find(({ id }) => id === target?.broker);
  if (broker?.traits.forbidsBots === true) return err(automationForbiddenRefusal(broker));
  // A signal on simulated prices says nothing about a real market.
  if (target !== null && PAPER_ONLY.has(placing.source)) return err({ code: 'automation_prices', values: {} });
  const nowMs = deps.clock.now();
  if (nowMs > placing.acceptableUntilMs) return err(lateOrderRefusal(nowMs - entryTimeMs));
  const venue = venueOf(deps.venues, target);
  const offer = venue.knownOffer(toOrder(placing, practiceActor(userId)));
  if (!offer.ok) return offer;
  await venue.fence(tx, userId);
  const admitted = await admit(deps, tx, placing);
  if (!admitted.ok) return admitted;
  const { actor, leastPayoutRatio } = admitted.value;
  const order = toOrder(placing, actor);
  const approved = await approveOrder(deps, tx, order, offer.value, account);
  if (!approved.ok) return approved;
  const { acceptedAtMs, payoutBp } = approved.value.order.terms;
  const unproven = leastPayoutRatio === null ? null : unprovenPayoutRefusal(payoutBp, leastPayoutRatio);
  if (unproven !== null) return err(unproven);
  if (acceptedAtMs > order.latestMs) return err(lateOrderRefusal(acceptedAtMs - entryTimeMs));
  return ok({ userId, ...(await writeOrder(deps, tx, offer.value, account, approved.value, null)) });
}

type Admitted = { readonly actor: Actor; readonly leastPayoutRatio: number | null };

/** Returns the actor of the order; for a real account the user, if the graduation gate is open. */
async function admit(
  { gate }: PlacingDeps,
  tx: Transaction,
  { userId, target, automation: kind, automationId: id }: AutomaticOrder,
): Promise<Result<Admitted, PlacementRefusal>> {
  if (target?.kind !== 'real') return ok({ actor: practiceActor(userId), leastPayoutRatio: null });
  return gate.admit(tx, { userId, kind, id, broker: target.broker });
}

/**
 * Returns the refusal of automatic orders at a broker that forbids bots. It quotes the broker's own statement about
 * bots.
 */
export const automationForbiddenRefusal = ({ traits }: Pick<Broker, 'traits'>): PlacementRefusal => ({
  code: 'automation_forbidden',
  values: { name: traits.displayName, known: traits.words.known },
});

/** Returns the refusal of an order accepted `afterMs` after its signal's entry. */
export const lateOrderRefusal = (afterMs: number): PlacementRefusal => ({
  code: 'late_order',
  values: { seconds: Math.ceil(afterMs / 1_000) },
});

const toOrder = (placing: AutomaticOrder, actor: Actor): OrderRequest => ({
  actor,
  destination: { mode: null, account: placing.target },
  request: {
    asset_symbol: placing.symbol,
    option_type: placing.direction,
    amount: formatMinor(placing.stakeMinor, placing.account.currency),
    ...lengthField(placing.length),
  },
  length: placing.length,
  stakeMinor: placing.stakeMinor,
  source: placing.source,
  origin: placing.automation,
  automation: { id: placing.automationId, signalId: placing.signalId },
  latestMs: placing.acceptableUntilMs,
});

/** Publishes a trade whose transaction is committed, and sends the order if the trade is at a broker. */
export function publishPlacedTrade(deps: PlacingDeps, placed: PlacedAutomatic): void {
  const { userId, option } = placed;
  publishWrittenOrder(deps, userId, placed);
  void venueOfTrade(deps.venues, option).submit(option, userId, null);
}
