export const SETTLEMENT_CHECK = {
  verdict: 'differs',
  result_changes: 'yes',
  recorded_result: 'won',
  precision_ms: 2_000,
  entry: { stated: 1.08512, recorded: 1.08511, low: 1.0851, high: 1.08513, gap: 0 },
  settle: { stated: 1.0851, recorded: 1.08516, low: 1.08515, high: 1.08517, gap: -0.00005 },
  checked_at: '2026-11-20T14:06:01.000Z',
};

export const SETTLEMENT_CHECK_COUNTS = {
  accounts: [
    { broker: 'iqoption', account: 'demo', currency: 'USD', match: 118, differs: 2, no_data: 5, result_changes: 1 },
  ],
};
