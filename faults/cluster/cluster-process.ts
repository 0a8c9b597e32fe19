/**
 * One process of a cluster under test. It runs the complete server with the machine's clock and with a simulated market
 * of 5 ticks/s per asset. Environment variables configure it.
 */
import { demoMarket } from '@vigia/core/market-model';
import { startTestApp } from '@vigia/server/testing';
import { MARKET_SEED } from '../harness/market.ts';
import { denseFeed } from './dense-market.ts';

const app = await startTestApp({
  feed: (clock) => denseFeed(clock, demoMarket(MARKET_SEED)),
  feedSeed: MARKET_SEED,
  dataFolder: process.env['VIGIA_DATA_DIR'] ?? '',
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  environment: Object.fromEntries(Object.entries(process.env).map(([name, value = '']) => [name, value])),
});
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.stdout.write(`→ ${app.url}\n`);
