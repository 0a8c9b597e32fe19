import { describe } from 'vitest';
import { describeCharts } from './cases/charts.ts';
import { describeHundredCuts } from './cases/hundred-cuts.ts';
import { describeOrders } from './cases/orders.ts';
import { describePrices } from './cases/prices.ts';
import { describeRefusals } from './cases/refusals.ts';
import { describeSessions } from './cases/sessions.ts';
import { describeSettlement } from './cases/settlement.ts';
import { describeSigningIn } from './cases/signing-in.ts';
import { describeUnknownOutcomes } from './cases/unknown-outcome.ts';
import type { ConformanceOptions } from './options.ts';

/** Every broker's cases: one simulator on loopback and one clock each, no waiting for real time. */
export function describeBrokerConformance(name: string, options: ConformanceOptions): void {
  describe(`${name}: signing in`, () => {
    describeSigningIn(options);
  });
  describe(`${name}: sessions`, () => {
    describeSessions(options);
  });
  describe(`${name}: prices`, () => {
    describePrices(options);
  });
  describe(`${name}: charts`, () => {
    describeCharts(options);
  });
  describe(`${name}: orders`, () => {
    describeOrders(options);
  });
  describe(`${name}: refusals`, () => {
    describeRefusals(options);
  });
  describe(`${name}: settlement`, () => {
    describeSettlement(options);
  });
  describe(`${name}: unknown outcomes`, () => {
    describeUnknownOutcomes(options);
  });
  describe(`${name}: a hundred cuts`, () => {
    describeHundredCuts(options);
  });
}
