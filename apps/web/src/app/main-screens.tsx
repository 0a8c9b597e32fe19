import { Lock } from 'lucide-react';
import { appMessages } from './messages.es.ts';
import { PendingPage } from './pending-page.tsx';

const { pending, locked } = appMessages;

export const CalculatorScreen = () => <PendingPage {...pending.calculator} />;
export const LockedScreen = () => <PendingPage {...locked} icon={Lock} />;
