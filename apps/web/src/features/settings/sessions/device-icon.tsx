import { Laptop, type LucideIcon, MonitorSmartphone, Smartphone, Terminal } from 'lucide-react';
import type { Device } from './device.ts';

const ICONS: Readonly<Record<Device['kind'], LucideIcon>> = {
  computer: Laptop,
  phone: Smartphone,
  program: Terminal,
  unknown: MonitorSmartphone,
};

export function DeviceIcon({ kind }: { readonly kind: Device['kind'] }) {
  const Icon = ICONS[kind];
  return <Icon size={18} className="shrink-0 text-fg-3" aria-hidden />;
}
