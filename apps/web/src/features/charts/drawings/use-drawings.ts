import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DRAWINGS_PER_ASSET, type DrawingShape, DrawingView } from '@vigia/contract';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useAuth } from '#shared/auth/auth-context.ts';
import type { ArmedTool } from '#shared/chart/drawings/drawing-layer.tsx';
import { apiQuery } from '#shared/lib/api-query.ts';
import { readLocal, writeLocal } from '#shared/lib/local-values.ts';
import { useServices } from '#shared/lib/services.ts';
import { DrawingBook, withUnsavedChanges } from './drawing-book.ts';
import { useEditedText } from './use-edited-text.ts';

const PATH = '/api/v1/drawings';
const NONE: readonly never[] = [];

/** Returns the query of the user's drawings on an asset as the server stores them. */
const drawingsQuery = (symbol: string) =>
  apiQuery(PATH, z.array(DrawingView), { query: { symbol }, key: [PATH, symbol] });

/** Returns the drawings of an asset as the server stores them. */
export const useStoredDrawings = (symbol: string): readonly DrawingView[] =>
  useQuery(drawingsQuery(symbol)).data ?? NONE;

function useBook(): DrawingBook {
  const queries = useQueryClient();
  const { api, stream } = useServices();
  const userId = useAuth().user?.id ?? '';
  const book = useMemo(() => {
    const key = `chart_drawings_unsaved:${userId}`;
    return new DrawingBook({
      put: ({ id, symbol, shape }) => api.put(`${PATH}/${id}`, { schema: DrawingView, body: { symbol, shape } }),
      remove: (id) => api.delete(`${PATH}/${id}`, { schema: z.unknown() }),
      confirmed: ({ id, symbol }, view) => {
        const { queryKey } = drawingsQuery(symbol);
        // The response of a request in flight would not contain this change, so the request is cancelled.
        void queries.cancelQueries({ queryKey });
        queries.setQueryData(queryKey, (saved: readonly DrawingView[] = NONE) => {
          const isKnown = saved.some((each) => each.id === id);
          if (view === null) return saved.filter((each) => each.id !== id);
          return isKnown ? saved.map((each) => (each.id === id ? view : each)) : [...saved, view];
        });
      },
      remembered: readLocal(key),
      remember: (text) => writeLocal(key, text),
    });
  }, [userId, queries, api]);
  useEffect(() => {
    const send = () => void book.send();
    send();
    window.addEventListener('online', send);
    const stopListening = stream.onStatus(() => stream.status.state === 'live' && send());
    return () => {
      window.removeEventListener('online', send);
      stopListening();
    };
  }, [book, stream]);
  return book;
}

/** Returns the drawings of an asset and the actions on them. */
export function useDrawings(symbol: string) {
  const book = useBook();
  const { unsaved, failure, isSending } = useSyncExternalStore(book.subscribe, book.state);
  const { data: saved = NONE, error } = useQuery(drawingsQuery(symbol));
  const drawings = useMemo(() => withUnsavedChanges(saved, unsaved, symbol), [saved, unsaved, symbol]);
  const [tool, setTool] = useState<ArmedTool | null>(null);
  const [selectedId, select] = useState<string | null>(null);
  const isFull = drawings.length >= DRAWINGS_PER_ASSET;
  const change = useCallback(
    (id: string, shape: DrawingShape) => book.write({ kind: 'put', id, symbol, shape }),
    [book, symbol],
  );
  const put = useCallback(
    (known: string | null, shape: DrawingShape) => {
      const id = known ?? crypto.randomUUID();
      change(id, shape);
      select(id);
    },
    [change],
  );
  const writing = useEditedText(drawings, put);
  const { start: startWriting } = writing;
  const add = useCallback(
    (shape: DrawingShape) => {
      setTool(null);
      if (shape.kind === 'text') startWriting(shape);
      else put(null, shape);
    },
    [put, startWriting],
  );
  const remove = useCallback(
    (id: string) => {
      select(null);
      book.write({ kind: 'remove', id, symbol });
    },
    [book, symbol],
  );
  return {
    drawings,
    /** Adds the changes that are not stored yet to the stored drawings of any asset. */
    withUnsaved: (stored: readonly DrawingView[], of: string) => withUnsavedChanges(stored, unsaved, of),
    tool,
    setTool,
    selectedId,
    select,
    add,
    change,
    remove,
    isFull,
    /** The text whose content the user writes, with its actions. */
    writing,
    /** Error of loading the stored drawings. Null if there was none. */
    readFailure: error,
    unsaved: { count: unsaved.length, failure, isSending },
    retry: () => void book.send({ again: true }),
    discard: () => book.discard(),
  };
}

export type Drawings = ReturnType<typeof useDrawings>;
