import { describeBrokerCheck, describeRecorder, describeRecordings } from '@vigia/testkit/broker-check';
import { olympTradeBroker } from './index.ts';
import { accessToken, startSimulator } from './simulator/index.ts';

const token = accessToken(46_300_001, Date.UTC(2026, 10, 24, 9));

const options = {
  broker: olympTradeBroker,
  credentials: { kind: 'browser_session', token, cookies: null, userAgent: null },
  startSimulator,
} as const;

describeBrokerCheck('Olymp Trade', {
  ...options,
  names: {
    wallet_field_missing: 'no_demo_account',
    clock_wrong: 'clock_offset',
    candles_shifted: 'candles_disagree',
    payout_missing: 'no_open_asset',
    // If a page has no readable deal, it does not show how far back it reaches, so the records decide nothing.
    record_without_id: 'records_undecided',
    unknown_message: 'message_unknown',
    late_settlement: 'settled_late',
  },
});

describeRecorder('Olymp Trade', options);
describeRecordings('olymptrade', olympTradeBroker);
