import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { useAutoTradingState } from './use-automation.ts';

const RealityCorner = lazyComponent(async () => (await import('./reality-check-panel.tsx')).RealityCheckPanel);

/**
 * Shows the trading time and the net result in a corner of the window after an hour of automatic or real-money trading.
 * The panel does not take the focus, covers no order form, can be collapsed, and does not affect open trades.
 */
export function RealityCheck() {
  const automation = useAutoTradingState();
  if (!automation?.reality_check?.is_due || automation.stopped_at !== null) return null;
  const { reality_check: check } = automation;
  // The key changes with the trading period, so that the panel is expanded at the start of a new period.
  return <RealityCorner key={check.since} check={check} />;
}
