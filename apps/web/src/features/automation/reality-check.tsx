import { onDemand } from '#shared/lib/on-demand.tsx';
import { useAutomation } from './use-automation.ts';

const RealityCorner = onDemand(async () => (await import('./reality-corner.tsx')).RealityCorner);

/**
 * After an hour of automation or real money: the time and the net result, in the corner. It takes no focus and covers
 * no ticket, and can wait folded; nothing that is open is touched by it.
 */
export function RealityCheck() {
  const automation = useAutomation();
  if (!automation?.reality_check?.is_due || automation.stopped_at !== null) return null;
  const { reality_check: check } = automation;
  // A new stretch is shown unfolded.
  return <RealityCorner key={check.since} check={check} />;
}
