import { expect, it } from 'vitest';
import { luckInWords, shareInWords } from './odds-words.ts';

it.each([
  [0.68, 'más de la mitad'],
  [0.5, '1 de cada 2'],
  [0.05, '1 de cada 20'],
  [0.00001, 'menos de 1 de cada 10,000'],
])('shareInWords formats a probability of %s as «%s»', (chance, share) => {
  expect(shareInWords(chance)).toBe(share);
});

it('luckInWords explains the p-value of a single backtest in words', () => {
  expect(luckInWords({ p_value: 0.04, variants: 1, corrected_p_value: 0.04 })).toEqual([
    'Por pura suerte, 1 de cada 25 reglas sin ninguna ventaja habría acabado igual o mejor.',
    'Cuesta explicarlo por azar; aun así, pruébalas en datos que no hayas visto antes de operar.',
  ]);
});

it('luckInWords includes the number of variants tried in its explanation', () => {
  const sentences = luckInWords({ p_value: 0.04, variants: 12, corrected_p_value: 0.39 });
  expect(sentences[1]).toBe(
    'Como probaste 12 variantes sobre estos datos, que la mejor acabe así por suerte le pasa a 1 de cada 3.',
  );
  expect(sentences[2]).toBe('No basta para creer en ellas.');
});

it('luckInWords uses the plural if more than half of all random rules reach the same result', () => {
  expect(luckInWords({ p_value: 0.7, variants: 1, corrected_p_value: 0.7 })[0]).toBe(
    'Por pura suerte, más de la mitad de las reglas sin ninguna ventaja habría acabado igual o mejor.',
  );
});
