import { describeBrokerCheck, describeRecorder, describeRecordings } from '@vigia/testkit/broker-check';
import { iqOptionBroker } from './index.ts';
import { SIMULATED_PASSWORD, startSimulator } from './simulator/index.ts';

const options = {
  broker: iqOptionBroker,
  credentials: { kind: 'password', email: 'ana@example.com', password: SIMULATED_PASSWORD },
  startSimulator,
} as const;

describeBrokerCheck('IQ Option', {
  ...options,
  names: {
    wallet_field_missing: 'no_demo_account',
    clock_wrong: 'clock_offset',
    candles_shifted: 'candles_disagree',
    payout_missing: 'no_assets',
    record_without_id: 'order_record_unread',
    unknown_message: 'message_unknown',
    late_settlement: 'settled_late',
  },
});

describeRecorder('IQ Option', options);
describeRecordings('iqoption', iqOptionBroker);
