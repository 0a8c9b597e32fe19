import { describeBrokerCheck, describeRecorder, describeRecordings } from '@vigia/testkit/broker-check';
import { derivBroker } from './index.ts';
import { startSimulator } from './simulator/index.ts';

const TOKEN = { kind: 'api_token', token: 'pat_ana', appId: 'vigia' } as const;
const LEGACY_TOKENS = { kind: 'api_token', token: 'v3-ana-demo v3-ana-real', appId: '1089' } as const;

const usual = {
  broker: derivBroker,
  startSimulator,
  names: {
    // All accounts come in one response. If one account lacks its currency, the sign-in fails.
    wallet_field_missing: 'sign_in_failed',
    clock_wrong: 'clock_offset',
    candles_shifted: 'candles_disagree',
    payout_missing: 'quote_failed',
    record_without_id: 'order_record_unread',
    unknown_message: 'message_unknown',
    late_settlement: 'settled_late',
  },
} as const;

describeBrokerCheck('Deriv, new API', { ...usual, credentials: TOKEN });

describeBrokerCheck('Deriv, legacy v3', { ...usual, credentials: LEGACY_TOKENS });

describeRecorder('Deriv, new API', { ...usual, credentials: TOKEN });
describeRecorder('Deriv, legacy v3', { ...usual, credentials: LEGACY_TOKENS });
describeRecordings('deriv', derivBroker);
