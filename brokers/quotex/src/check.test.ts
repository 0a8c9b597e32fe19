import { describeBrokerCheck, describeRecorder, describeRecordings } from '@vigia/testkit/broker-check';
import { quotexBroker } from './index.ts';
import { startSimulator } from './simulator/index.ts';

const options = {
  broker: quotexBroker,
  credentials: { kind: 'password', email: 'ana@example.com', password: 'clave-quotex' },
  startSimulator,
} as const;

describeBrokerCheck('Quotex', {
  ...options,
  names: {
    // If the currency is missing, no amount can be read, and the sign-in fails.
    wallet_field_missing: 'sign_in_failed',
    clock_wrong: 'clock_offset',
    candles_shifted: 'candles_disagree',
    payout_missing: 'quote_failed',
    record_without_id: 'order_record_unread',
    unknown_message: 'message_unknown',
    late_settlement: 'settled_late',
  },
});

describeRecorder('Quotex', options);
describeRecordings('quotex', quotexBroker);
