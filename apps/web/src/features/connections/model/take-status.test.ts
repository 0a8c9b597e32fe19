import { expect, it } from 'vitest';
import { brokerOf, brokersAnswer, connectedTo, statusOf } from '../testing.ts';
import { takeStatus } from './take-status.ts';

const iqActive = brokersAnswer(brokerOf('iqoption', connectedTo('iqoption', { is_active: true })), brokerOf('deriv'));

it('shows how a connection stands now and leaves the others as they were', () => {
  const after = takeStatus(iqActive, connectedTo('deriv'));
  expect(after.brokers.map(({ status }) => status.connection_status)).toEqual(['connected', 'connected']);
  expect(after.active_broker).toBe('iqoption');
});

it('has one active broker at most: another takes the place of the one before', () => {
  const after = takeStatus(iqActive, connectedTo('deriv', { is_active: true }));
  expect(after.active_broker).toBe('deriv');
  expect(after.brokers.map(({ status }) => status.is_active)).toEqual([false, true]);
});

it('has no active broker once that one is let go', () => {
  expect(takeStatus(iqActive, statusOf('iqoption')).active_broker).toBeNull();
});

it('passes over what is about no broker', () => {
  expect(takeStatus(iqActive, { ...statusOf('deriv'), broker: null })).toBe(iqActive);
});
