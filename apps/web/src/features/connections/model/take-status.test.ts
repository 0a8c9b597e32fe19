import { expect, it } from 'vitest';
import { brokerOf, brokersResponse, connectedTo, statusOf } from '../testing.ts';
import { takeStatus } from './take-status.ts';

const iqActive = brokersResponse(brokerOf('iqoption', connectedTo('iqoption', { is_active: true })), brokerOf('deriv'));

it('takeStatus updates one connection and leaves the others unchanged', () => {
  const after = takeStatus(iqActive, connectedTo('deriv'));
  expect(after.brokers.map(({ status }) => status.connection_status)).toEqual(['connected', 'connected']);
  expect(after.active_broker).toBe('iqoption');
});

it('takeStatus keeps at most one active broker: a broker that becomes active replaces the previous one', () => {
  const after = takeStatus(iqActive, connectedTo('deriv', { is_active: true }));
  expect(after.active_broker).toBe('deriv');
  expect(after.brokers.map(({ status }) => status.is_active)).toEqual([false, true]);
});

it('takeStatus has no active broker after the active broker is disconnected', () => {
  expect(takeStatus(iqActive, statusOf('iqoption')).active_broker).toBeNull();
});

it('takeStatus ignores a status without a broker', () => {
  expect(takeStatus(iqActive, { ...statusOf('deriv'), broker: null })).toBe(iqActive);
});
