import { onDemand } from '#shared/lib/on-demand.tsx';
import { useAutomation } from './use-automation.ts';

const RealityCorner = onDemand(async () => (await import('./reality-corner.tsx')).RealityCorner);

/**
 * Shows the time and the net result in the corner after an hour of automation or real money. It takes no focus, covers
 * no ticket and can be collapsed. It does not affect open trades.
 */
export function RealityCheck() {
  const automation = useAutomation();
  if (!automation?.reality_check?.is_due || automation.stopped_at !== null) return null;
  const { reality_check: check } = automation;
  // A new period is shown expanded.
  return <RealityCorner key={check.since} check={check} />;
}
