/**
 * The setups the product brings along (docs/decisions/0004): everybody sees them, nobody edits them. They differ from
 * the defaults of pcr.md §7 only in what makes a first visit see something within minutes: four of the five criteria
 * are enough, and a zone may be met at its wide edge.
 */
export const HOUSE_SETUPS = [
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
