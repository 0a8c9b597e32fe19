import type { BrokerId, TradingMode } from '@vigia/core/vocabulary';
import type { PillBroker } from '#shared/ui/mode-pill.tsx';
import { useConnections } from './use-connections.ts';

/** The broker that the current mode trades on. */
const OWN: Readonly<Record<TradingMode, BrokerId | null>> = {
  mock: null,
  iqoption_demo: 'iqoption',
  iqoption_real: 'iqoption',
};

/** Broker shown beside the mode: the mode's broker, else the active one; null if there is neither. */
export function usePillBroker(mode: TradingMode, enabled: boolean): PillBroker | null {
  const { data } = useConnections({ enabled });
  const wanted = OWN[mode] ?? data?.active_broker;
  const broker = data?.brokers.find(({ id }) => id === wanted);
  return broker ? { name: broker.display_name, status: broker.status.connection_status } : null;
}
