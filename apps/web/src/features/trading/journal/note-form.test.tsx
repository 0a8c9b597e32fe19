import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { useNoteDrafts } from './note-drafts.ts';
import { NoteSection } from './note-form.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const NOTE = `/api/v1/trading/option/${ID}/note`;
const EMPTY = { text: '', tags: [], updated_at: null };
const STORED = { text: 'Entré tarde', tags: ['prisa'], updated_at: '2026-11-21T14:06:00.000Z' };

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi()
    .on(`GET ${NOTE}`, ok(EMPTY))
    .on(
      'GET /api/v1/trading/tags',
      ok([
        { tag: 'noticia', trades: 3 },
        { tag: 'prisa', trades: 1 },
      ]),
    )
    .on(`PUT ${NOTE}`, ({ body }) => ok({ ...Object(body), updated_at: STORED.updated_at }));
});
afterEach(() => {
  cleanup();
  useNoteDrafts.getState().clear();
});

const mount = () => mountPanel(<NoteSection tradeId={ID} />, { api });
const textField = () => screen.findByLabelText<HTMLTextAreaElement>('Qué pensaste y qué aprendes');
const write = async (text: string) => fireEvent.change(await textField(), { target: { value: text } });
const tagField = () => screen.getByLabelText<HTMLInputElement>('Nueva etiqueta');
function addTag(text: string) {
  fireEvent.change(tagField(), { target: { value: text } });
  fireEvent.keyDown(tagField(), { key: 'Enter' });
}
const tags = () =>
  within(screen.getByRole('list', { name: 'Etiquetas' }))
    .getAllByRole('button')
    .map((button) => button.textContent);
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));

describe('the note on a trade', () => {
  it('is saved with its tags on a click, and the form confirms this', async () => {
    mount();
    await write('<b>Entré tarde</b>');
    addTag(' Prisa ');
    expect(screen.getByText('Sin guardar')).toBeDefined();
    save();
    expect(await screen.findByText('Guardada')).toBeDefined();
    expect(api.bodies(`PUT ${NOTE}`)).toEqual([{ text: '<b>Entré tarde</b>', tags: ['prisa'] }]);
    expect((await textField()).value).toBe('<b>Entré tarde</b>');
  });

  it('shows what is stored, and can be saved only after a change', async () => {
    api.on(`GET ${NOTE}`, ok(STORED));
    mount();
    expect((await textField()).value).toBe('Entré tarde');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
    expect(button.disabled).toBe(true);
    await write('Entré tarde ');
    expect(button.disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Quitar la etiqueta prisa' }));
    expect(button.disabled).toBe(false);
  });

  it('keeps an unsaved text when the trade is closed and opened again', async () => {
    mount();
    await write('a medias');
    cleanup();
    mount();
    expect((await textField()).value).toBe('a medias');
    expect(screen.getByText('Sin guardar')).toBeDefined();
  });

  it('keeps its text, and states the reason, if it could not be saved', async () => {
    api.on(`PUT ${NOTE}`, refused(503, 'service_unavailable', 'No disponible.'));
    mount();
    await write('importante');
    save();
    expect(await screen.findByText('No disponible.')).toBeDefined();
    expect((await textField()).value).toBe('importante');
  });

  it('treats text that is typed during the save as unsaved', async () => {
    let answer = () => {};
    api.on(
      `PUT ${NOTE}`,
      ({ body }) =>
        new Promise((resolve) => {
          answer = () => resolve(ok({ ...Object(body), updated_at: STORED.updated_at }));
        }),
    );
    mount();
    await write('una');
    save();
    await waitFor(() => expect(api.bodies(`PUT ${NOTE}`)).toHaveLength(1));
    await write('una y otra');
    answer();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(false),
    );
    expect((await textField()).value).toBe('una y otra');
    expect(screen.getByText('Sin guardar')).toBeDefined();
  });
});

describe('the tags of a trade', () => {
  it('are suggested from the user’s own, without those that the trade has', async () => {
    mount();
    await textField();
    fireEvent.click(await screen.findByRole('button', { name: 'Agregar la etiqueta noticia' }));
    expect(tags()).toEqual(['noticia']);
    expect(screen.queryByRole('button', { name: 'Agregar la etiqueta noticia' })).toBeNull();
    fireEvent.change(tagField(), { target: { value: 'zzz' } });
    expect(screen.queryByRole('button', { name: 'Agregar la etiqueta prisa' })).toBeNull();
  });

  it('are never more than eight, and none twice', async () => {
    mount();
    await textField();
    for (const tag of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'A', 'h']) addTag(tag);
    expect(tags()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(tagField().disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /^Agregar la etiqueta/ })).toBeNull();
  });
});
