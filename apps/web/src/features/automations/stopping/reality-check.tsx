import { onDemand } from '#shared/lib/on-demand.tsx';
import { useAutomation } from './use-automation.ts';

const RealityCorner = onDemand(async () => (await import('./reality-corner.tsx')).RealityCorner);

/**
 * Shows the trading time and the net result in the corner after an hour of automation or real money. The panel takes no
 * focus, covers no ticket, can be collapsed and does not affect open trades.
 */
export function RealityCheck() {
  const automation = useAutomation();
  if (!automation?.reality_check?.is_due || automation.stopped_at !== null) return null;
  const { reality_check: check } = automation;
  // The key changes with the period, so that a new period starts expanded.
  return <RealityCorner key={check.since} check={check} />;
}
