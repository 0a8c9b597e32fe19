/**
 * The built-in setups (docs/decisions/0004): every user sees them, and no user can edit them. They are less strict than
 * the defaults of docs/spec/pcr.md §7, so that a new user sees signals within minutes. Four of the five criteria are
 * enough, and a touch of the wide edge of a price zone counts.
 */
export const BUILT_IN_SETUPS = [
  {
    name: 'Agotamiento 5 min',
    asset: 'EURUSD',
    timeframe: '5m',
    is_active: true,
    patterns: { requiredCriteria: 4 },
    entryPoints: ['zona_ancha', 'zona_fina'],
    expiry: 5,
  },
  {
    name: 'Agotamiento 1 min',
    asset: 'EURUSD',
    timeframe: '1m',
    is_active: true,
    patterns: { requiredCriteria: 4 },
    entryPoints: ['zona_ancha', 'zona_fina'],
    expiry: 3,
  },
] as const;
