import { afterEach, expect, it } from 'vitest';
import { appMessages } from '../messages.es.ts';
import { PseudoVisit } from './pseudo-visit.tsx';

afterEach(PseudoVisit.leave);

/** Opens a page with `html` inserted, and returns the visible texts that are in no message file. */
async function untranslatedWith(html: string): Promise<readonly string[]> {
  const visit = await PseudoVisit.at('/login');
  const planted = document.body.appendChild(document.createElement('div'));
  planted.innerHTML = html;
  await visit.settle();
  planted.remove();
  return visit.untranslated();
}

it.each([
  ['between tags', '<p>Operación</p>', 'Operación'],
  ['without an accent', '<p>Cerrar</p>', 'Cerrar'],
  ['beside a message', `<p>${appMessages.product} cerrada</p>`, `${appMessages.product} cerrada`],
  ['in a label for screen readers', '<button aria-label="Cerrar"></button>', 'Cerrar'],
  ['in a title', '<i title="Cerrar"></i>', 'Cerrar'],
  ['in the placeholder of a field', '<input placeholder="Monto">', 'Monto'],
  ['written into a field', '<input value="Monto">', 'Monto'],
  ['in the alternative text of a picture', '<img alt="Gráfico">', 'Gráfico'],
  ['as the value of a slider', '<b aria-valuetext="alto"></b>', 'alto'],
  ['around a value of the server', '<p>EURUSD cerrada</p>', 'EURUSD cerrada'],
])('the search for untranslated texts finds a text %s', async (_where, html, text) => {
  expect(await untranslatedWith(html)).toEqual([text]);
});

it('the search for untranslated texts finds the title of the browser tab', async () => {
  const visit = await PseudoVisit.at('/login');
  document.title = 'Entrar';
  await visit.settle();
  expect(visit.untranslated()).toEqual(['Entrar']);
});

it('the search for untranslated texts finds text drawn on a canvas', async () => {
  const visit = await PseudoVisit.at('/login');
  document.createElement('canvas').getContext('2d')?.fillText('Oferta', 0, 0);
  expect(visit.untranslated()).toEqual(['Oferta']);
});

it.each([`<p>${appMessages.product}</p>`, '<p>EURUSD</p>', '<p>1.08512</p>', '<style>p { color: red }</style>'])(
  'the search for untranslated texts ignores %s',
  async (html) => {
    expect(await untranslatedWith(html)).toEqual([]);
  },
);
