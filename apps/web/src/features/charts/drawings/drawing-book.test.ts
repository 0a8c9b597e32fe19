import type { DrawingView } from '@vigia/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { DrawingBook, type UnsavedChange, withUnsavedChanges } from './drawing-book.ts';

const [A, B] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const put = (id: string, price: number): Extract<UnsavedChange, { kind: 'put' }> => ({
  kind: 'put',
  id,
  symbol: 'EURUSD',
  shape: { kind: 'horizontal_line', price },
});
const remove = (id: string): UnsavedChange => ({ kind: 'remove', id, symbol: 'EURUSD' });
const UNREACHABLE = new ApiFailure({ kind: 'unreachable' }, 'Sin conexión.');
const refusal = (code: string, status = 409) =>
  new ApiFailure({ kind: 'refused', status, code, details: [] }, 'No se puede.');

let stored: string | null;
let server: Map<string, DrawingView>;
let fault: (op: string) => unknown;
let asked: string[];
beforeEach(() => {
  [stored, server, fault, asked] = [null, new Map(), () => null, []];
});

/** Returns the drawing book of a page that was just opened. */
const opened = () =>
  new DrawingBook({
    put: async (op) => {
      asked.push(`put ${op.id.slice(-1)}`);
      const cause = fault('put');
      if (cause) throw cause;
      const { id, symbol, shape } = op;
      const view = { id, symbol, shape, created_at: '', updated_at: '' };
      server.set(id, view);
      return view;
    },
    remove: async (id) => {
      asked.push(`remove ${id.slice(-1)}`);
      const cause = fault('remove') ?? (server.delete(id) ? null : refusal('drawing_not_found', 404));
      if (cause) throw cause;
    },
    confirmed: () => {},
    remembered: stored,
    remember: (text) => {
      stored = text;
    },
  });
const settled = async (book: DrawingBook): Promise<void> => {
  await expect.poll(() => book.state().isSending).toBe(false);
};

describe('a change of a drawing', () => {
  it('is unsaved until the server has stored it', async () => {
    const book = opened();
    book.write(put(A, 1));
    await settled(book);
    expect(server.get(A)?.shape).toEqual({ kind: 'horizontal_line', price: 1 });
    expect(book.state()).toEqual({ unsaved: [], failure: null, isSending: false });
  });

  it('is sent after the previous change if it is made while the previous change is in flight', async () => {
    const book = opened();
    book.write(put(A, 1));
    book.write(put(A, 2));
    await settled(book);
    expect(asked).toEqual(['put a', 'put a']);
    expect(server.get(A)?.shape).toMatchObject({ price: 2 });
    expect(book.state().unsaved).toEqual([]);
  });

  it('survives a reload, is reported as unsaved and is sent on reconnect if it was made offline', async () => {
    fault = () => UNREACHABLE;
    const book = opened();
    book.write(put(A, 1));
    book.write(put(B, 2));
    await settled(book);
    expect(book.state()).toMatchObject({ unsaved: [put(A, 1), put(B, 2)], failure: UNREACHABLE });
    const reloaded = opened();
    expect(withUnsavedChanges([], reloaded.state().unsaved, 'EURUSD').map(({ id }) => id)).toEqual([A, B]);
    fault = () => null;
    await reloaded.send();
    expect([...server.keys()]).toEqual([A, B]);
    expect(reloaded.state()).toMatchObject({ unsaved: [], failure: null });
  });

  it('is kept and reported, blocks no other drawing and is sent again on request if the server refuses it', async () => {
    fault = () => (asked.length === 1 ? refusal('drawing_limit') : null);
    const book = opened();
    book.write(put(A, 1));
    book.write(put(B, 2));
    await settled(book);
    expect([...server.keys()]).toEqual([B]);
    expect(book.state()).toMatchObject({ unsaved: [put(A, 1)], failure: { message: 'No se puede.' } });
    await book.send();
    expect(asked).toEqual(['put a', 'put b']);
    expect(book.state().failure).not.toBeNull();
    await book.send({ again: true });
    expect([...server.keys()]).toEqual([B, A]);
    expect(book.state()).toMatchObject({ unsaved: [], failure: null });
  });

  it('can be discarded by the user if the server refuses it', async () => {
    fault = () => refusal('drawing_limit');
    const book = opened();
    book.write(put(A, 1));
    await settled(book);
    book.discard();
    expect([book.state().unsaved, stored]).toEqual([[], '[]']);
  });

  it('succeeds if it deletes a drawing that the server no longer has', async () => {
    const book = opened();
    book.write(remove(A));
    await settled(book);
    expect(book.state()).toEqual({ unsaved: [], failure: null, isSending: false });
  });

  it('is ignored if it was stored in an unknown format', () => {
    stored = '[{"kind":"circle"}]';
    expect(opened().state().unsaved).toEqual([]);
  });
});

it('withUnsavedChanges applies the unsaved changes of one asset to its saved drawings: moved, removed and new drawings', () => {
  const saved = [A, B].map((id) => ({ ...put(id, 1), created_at: '', updated_at: '' }));
  const other: UnsavedChange = { ...put(A.replace(/a$/, 'c'), 9), symbol: 'GBPUSD' };
  const fresh = put(A.replace(/a$/, 'd'), 3);
  expect(withUnsavedChanges(saved, [put(A, 2), remove(B), other, fresh], 'EURUSD')).toEqual([
    { id: A, shape: put(A, 2).shape },
    { id: fresh.id, shape: fresh.shape },
  ]);
});
