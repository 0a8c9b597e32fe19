import type { BrokerFault, BrokerOrder, OrderReply } from '@vigia/broker-kit/port';
import { type Clock, epochMs, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import { type DerivClient, faultOf } from './client.ts';
import { isServerError, network } from './errors.ts';
import { contractEndOf } from './lengths.ts';
import { payoutRatioOf } from './mapper.ts';
import { moneyRepliesIn } from './wire/money-replies.ts';
import { Proposal } from './wire/replies.ts';
import { buy, type ContractTerms, type DerivApiVersion, proposal } from './wire/requests.ts';

/**
 * A price that Deriv offered for an option contract. For a short time the contract can be bought with this id on the
 * same socket.
 */
export type Offer = { readonly id: string; readonly askPrice: number; readonly payoutRatio: Ratio };

/** Requests the current price and payout of an option contract. */
export async function requestOffer(
  client: Pick<DerivClient, 'ask'>,
  generation: DerivApiVersion,
  terms: ContractTerms,
  notAfterMs?: number,
): Promise<Result<Offer, BrokerFault>> {
  const reply = await client.ask(proposal(generation, terms), Proposal, notAfterMs);
  if (!reply.ok) return err(faultOf(reply.error));
  const { id, ask_price: askPrice, payout } = reply.value.proposal;
  return ok({ id, askPrice, payoutRatio: payoutRatioOf(payout, askPrice) });
}

/**
 * Sends an order once. Requests a price first, and buys only if the payout is high enough and the deadline has not
 * passed.
 */
export async function placeOrder(
  client: Pick<DerivClient, 'ask'>,
  clock: Clock,
  generation: DerivApiVersion,
  order: BrokerOrder,
  terms: ContractTerms,
): Promise<OrderReply> {
  const offer = await requestOffer(client, generation, terms, order.sendDeadlineMs);
  if (!offer.ok) return refusedOrderReply(offer.error);
  const { payoutRatio } = offer.value;
  if (order.minPayoutRatio !== null && payoutRatio < order.minPayoutRatio)
    return refusedOrderReply({ kind: 'price_moved', detail: `pays ${payoutRatio} only` });
  const sentAtMs = clock.now();
  const { Bought } = moneyRepliesIn(terms.currency);
  const bought = await client.ask(buy(offer.value.id, offer.value.askPrice), Bought, order.sendDeadlineMs);
  if (bought.ok) {
    const { contract_id: id, buy_price: stakeMinor, payout, start_time: startS } = bought.value.buy;
    const openedAtMs = epochMs(startS * 1_000);
    const { orderId, accountId, symbol, direction } = order;
    return {
      outcome: 'accepted',
      contract: {
        contractId: String(id),
        orderId,
        accountId,
        symbol,
        direction,
        stakeMinor,
        openedAtMs,
        payoutRatio: payoutRatioOf(payout, formatMinor(stakeMinor, terms.currency)),
        entryPrice: null,
        entryTickMs: null,
        ...contractEndOf(order, openedAtMs),
        result: null,
      },
    };
  }
  const { error } = bought;
  switch (error.kind) {
    case 'unsent':
      return refusedOrderReply(network('not connected, or too late to be sent'));
    case 'unanswered':
      return { outcome: 'unknown', cause: error.cause, sentAtMs };
    case 'unreadable':
      return { outcome: 'unknown', cause: 'server_error', sentAtMs };
    case 'refused':
      return isServerError(error.error.code)
        ? { outcome: 'unknown', cause: 'server_error', sentAtMs }
        : refusedOrderReply(faultOf(error));
  }
}

export const refusedOrderReply = (fault: BrokerFault): OrderReply => ({ outcome: 'refused', fault });
