import type { BrokerView } from '@vigia/contract';
import { expect, it } from 'vitest';
import { brokerOf } from '../testing.ts';
import { brokerPolicyInWords } from './broker-policy.ts';

const noteOf = (traits: Partial<BrokerView>) => {
  const { lead, rest } = brokerPolicyInWords({ ...brokerOf('iqoption'), ...traits });
  return { lead, all: `${lead} ${rest}` };
};

it('the text about a broker starts with the kind of access, and explains the use of an undocumented API', () => {
  expect(noteOf({ is_official: true }).lead).toBe('IQ Option publica y documenta su API para programas como este.');
  expect(noteOf({ is_official: true }).all).not.toContain('protocolo');
  expect(noteOf({ is_official: false }).lead).toBe('IQ Option no ofrece una API pública.');
  expect(noteOf({ is_official: false }).all).toContain('Vigía usa el protocolo de su propia página.');
});

it('the text about a broker starts with its ban on bots if there is one, and states what the app therefore refuses', () => {
  expect(noteOf({ forbids_bots: true }).lead).toBe('IQ Option prohíbe los bots.');
  expect(noteOf({ forbids_bots: true }).all).toContain('aquí nada opera solo con dinero real. IQ Option no ofrece');
  expect(noteOf({ forbids_bots: false }).all).not.toContain('bots');
});

it('the text about a broker warns that an experimental adapter is unconfirmed, and states whether a tie refunds the stake', () => {
  expect(noteOf({ is_experimental: true }).all).toContain('Nadie ha podido confirmar que hoy funcione');
  expect(noteOf({ is_experimental: false }).all).not.toContain('confirmar que hoy');
  expect(noteOf({ on_equal_prices: 'tie' }).all).toContain('te devuelve el monto');
  expect(noteOf({ on_equal_prices: 'lost' }).all).toContain('pierdes el monto');
});
