import type { BrokerView } from '@vigia/contract';
import { expect, it } from 'vitest';
import { brokerOf } from '../testing.ts';
import { stanceOf } from './stance.ts';

const told = (traits: Partial<BrokerView>) => {
  const { lead, rest } = stanceOf({ ...brokerOf('iqoption'), ...traits });
  return { lead, all: `${lead} ${rest}` };
};

it('begins with what kind of access it is, and says how it is used where nobody offers it', () => {
  expect(told({ is_official: true }).lead).toBe('IQ Option publica y documenta su API para programas como este.');
  expect(told({ is_official: true }).all).not.toContain('protocolo');
  expect(told({ is_official: false }).lead).toBe('IQ Option no ofrece una API pública.');
  expect(told({ is_official: false }).all).toContain('Vigía usa el protocolo de su propia página.');
});

it('begins with the ban on bots where there is one, and says what follows here', () => {
  expect(told({ forbids_bots: true }).lead).toBe('IQ Option prohíbe los bots.');
  expect(told({ forbids_bots: true }).all).toContain('aquí nada opera solo con dinero real. IQ Option no ofrece');
  expect(told({ forbids_bots: false }).all).not.toContain('bots');
});

it('says what nobody could confirm, and what becomes of the stake when the price ends where it began', () => {
  expect(told({ is_experimental: true }).all).toContain('Nadie ha podido confirmar que hoy funcione');
  expect(told({ is_experimental: false }).all).not.toContain('confirmar que hoy');
  expect(told({ on_equal_prices: 'tie' }).all).toContain('te devuelve el monto');
  expect(told({ on_equal_prices: 'lost' }).all).toContain('pierdes el monto');
});
