import { describe } from 'vitest';
import { describeAccounts } from './cases/accounts.ts';
import { describeCharts } from './cases/charts.ts';
import { describeCurrencies } from './cases/currencies.ts';
import { describeEarlySales } from './cases/early-sale.ts';
import { describeHundredCuts } from './cases/hundred-cuts.ts';
import { describeLengths } from './cases/lengths.ts';
import { describeOrders } from './cases/orders.ts';
import { describePrices } from './cases/prices.ts';
import { describeRefusals } from './cases/refusals.ts';
import { describeSessions } from './cases/sessions.ts';
import { describeSettlement } from './cases/settlement.ts';
import { describeSigningIn } from './cases/signing-in.ts';
import { describeUnknownOutcomes } from './cases/unknown-outcome.ts';
import { describeUnreadableRecords } from './cases/unreadable-records.ts';
import type { ConformanceOptions } from './options.ts';

/**
 * Runs the tests that every broker adapter must pass. Each test has its own simulator on loopback and its own clock,
 * and never waits for real time.
 */
export function describeBrokerConformance(name: string, options: ConformanceOptions): void {
  describe(`the ${name} adapter at sign-in`, () => {
    describeSigningIn(options);
  });
  describe(`the ${name} adapter in a session`, () => {
    describeSessions(options);
  });
  describe(`the ${name} adapter for one price stream`, () => {
    describePrices(options);
  });
  describe(`the ${name} adapter with many charts`, () => {
    describeCharts(options);
  });
  describe(`the ${name} adapter with several accounts of a kind`, () => {
    describeAccounts(options);
  });
  describe(`the ${name} adapter with an order`, () => {
    describeOrders(options);
  });
  describe(`the ${name} adapter after a refusal`, () => {
    describeRefusals(options);
  });
  describe(`the ${name} adapter at settlement`, () => {
    describeSettlement(options);
  });
  describe(`the ${name} adapter for an early sale`, () => {
    describeEarlySales(options);
  });
  describe(`the ${name} adapter with durations below a minute or in ticks`, () => {
    describeLengths(options);
  });
  describe(`the ${name} adapter with currencies`, () => {
    describeCurrencies(options);
  });
  describe(`the ${name} adapter after a lost reply`, () => {
    describeUnknownOutcomes(options);
  });
  describe(`the ${name} adapter with unreadable records`, () => {
    describeUnreadableRecords(options);
  });
  describe(`the ${name} adapter over a hundred disconnects`, () => {
    describeHundredCuts(options);
  });
}
