import { modeOfChoice } from '../accounts/index.ts';
import type { VenueDeps } from './deps.ts';
import { createHistory, type History } from './history/history.ts';
import { resetMock } from './mock/reset-mock.ts';
import { readPaperExecution } from './paper/execution.ts';
import { PaperFills } from './paper/paper-fills.ts';
import { createPaperVenue } from './paper/paper-venue.ts';
import type { OrderService } from './placing/orders.ts';
import { placeAutomatic, publishPlacedTrade } from './placing/place-automatic.ts';
import { placeOrder } from './placing/place-order.ts';
import { createSettlement, type Settlement } from './settlement.ts';
import { automaticVenue } from './venue/automatic-venue.ts';
import { BrokerOrderSender } from './venue/broker-order-sender.ts';
import { createBrokerVenue } from './venue/broker-venue.ts';
import { createEarlySales } from './venue/early-sales.ts';
import type { EarlySales } from './venue/sale-port.ts';
import { SaleSender } from './venue/sale-sender.ts';
import { venueAssets, venuePayout } from './venue/venue-assets.ts';

/** The four parts of trading. A caller uses only the part that it needs. */
export type Trading = {
  readonly orders: OrderService;
  readonly sales: EarlySales;
  readonly settlement: Settlement;
  readonly history: History;
};

/** Creates the parts of trading. Only this file creates the venues. */
export function createTrading(deps: VenueDeps): Trading {
  const fills = new PaperFills(deps);
  const sender = new BrokerOrderSender(deps);
  const sales = new SaleSender(deps);
  return {
    orders: createOrders(deps, sender, fills),
    sales: createEarlySales(deps, sales),
    settlement: createSettlement(deps, { orders: sender, sales, fills }),
    history: createHistory(deps),
  };
}

function createOrders(own: VenueDeps, sender: BrokerOrderSender, fills: PaperFills): OrderService {
  const deps = { ...own, venues: { paper: createPaperVenue(own, fills), broker: createBrokerVenue(own, sender) } };
  return {
    place: (actor, request, key, named = null) => placeOrder(deps, { actor, request, named }, key),
    placeAutomatic: (tx, order) => placeAutomatic(deps, tx, order),
    automaticVenue: (tx, userId, target) => automaticVenue(deps, tx, userId, target),
    venueTime: (userId, broker) => deps.brokers.connectionOf(userId, broker)?.session.time() ?? null,
    publishPlaced: (placed) => publishPlacedTrade(deps, placed),
    tradesAtBroker: async (userId) => (await deps.accounts.choice(deps.db.sql, userId)) !== null,
    modeTradesAtBroker: async (userId) => modeOfChoice(await deps.accounts.choice(deps.db.sql, userId)) !== 'mock',
    ownsVenues: (userId) => deps.sessionShards.has(userId),
    venueAssets: (userId) => venueAssets(deps, userId),
    venuePayout: (userId, contract) => venuePayout(deps, userId, contract),
    paperExecution: (userId) => readPaperExecution(deps, userId),
    resetMock: (userId, wanted) => resetMock(deps, userId, wanted),
  };
}
