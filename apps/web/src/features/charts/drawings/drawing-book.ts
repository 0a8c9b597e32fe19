import { DrawingShape, type DrawingView } from '@vigia/contract';
import { z } from 'zod';
import { ApiFailure } from '#shared/lib/api-failure.ts';

/** A change of a drawing that the server has not confirmed yet. For each drawing, only the last change is kept. */
const UnsavedChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('put'), id: z.uuid(), symbol: z.string(), shape: DrawingShape }),
  z.object({ kind: z.literal('remove'), id: z.uuid(), symbol: z.string() }),
]);
export type UnsavedChange = z.infer<typeof UnsavedChange>;
type Put = Extract<UnsavedChange, { kind: 'put' }>;

export type DrawingBookState = {
  readonly unsaved: readonly UnsavedChange[];
  /** Error of the last attempt to save. Null if the attempt succeeded, and after everything was saved. */
  readonly failure: unknown;
  readonly isSending: boolean;
};

/** The functions and the stored text that a drawing book needs. Tests replace them. */
export type DrawingBookDeps = {
  readonly put: (op: Put) => Promise<DrawingView>;
  readonly remove: (id: string) => Promise<unknown>;
  /** Called for each change that the server confirms. `view` is null if the drawing was deleted. */
  readonly confirmed: (op: UnsavedChange, view: DrawingView | null) => void;
  readonly remembered: string | null;
  readonly remember: (text: string) => void;
};

/**
 * Queue of the user's unsaved changes to drawings. No change is lost if the connection breaks, the page closes or the
 * server refuses a change.
 */
export class DrawingBook {
  readonly #around: DrawingBookDeps;
  readonly #listeners = new Set<() => void>();
  #state: DrawingBookState;
  /** Changes that the server refused. The queue keeps them, but does not send them again automatically. */
  readonly #refused = new Set<UnsavedChange>();

  constructor(around: DrawingBookDeps) {
    this.#around = around;
    this.#state = { unsaved: readUnsaved(around.remembered), failure: null, isSending: false };
  }

  readonly state = (): DrawingBookState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds a change. Local storage keeps it until the server confirms it. */
  write(op: UnsavedChange): void {
    this.#set({ unsaved: [...this.#state.unsaved.filter(({ id }) => id !== op.id), op] });
    void this.send();
  }

  /** Sends the unsaved changes. With `again`, it also sends the changes that the server refused before. */
  async send({ again = false } = {}): Promise<void> {
    if (again) this.#refused.clear();
    if (this.#state.isSending) return;
    this.#set({ isSending: true });
    let failure: unknown = this.#refused.size > 0 ? this.#state.failure : null;
    for (let op = this.#next(); op; op = this.#next()) {
      try {
        this.#confirm(op, await this.#deliver(op));
      } catch (cause) {
        failure = cause;
        if (!isRefusal(cause)) break;
        this.#refused.add(op);
      }
    }
    this.#set({ isSending: false, failure });
  }

  /** Discards the unsaved changes. */
  discard(): void {
    this.#refused.clear();
    this.#set({ unsaved: [], failure: null });
  }

  #next(): UnsavedChange | undefined {
    return this.#state.unsaved.find((op) => !this.#refused.has(op));
  }

  #deliver(op: UnsavedChange): Promise<DrawingView | null> {
    if (op.kind === 'put') return this.#around.put(op);
    return this.#around.remove(op.id).then(
      () => null,
      (cause: unknown) => {
        // The drawing was already deleted or never created, so nothing is left to delete.
        if (cause instanceof ApiFailure && cause.code === 'drawing_not_found') return null;
        throw cause;
      },
    );
  }

  /** Removes a confirmed change from the queue. If the same drawing has a newer change, that change stays unsaved. */
  #confirm(op: UnsavedChange, view: DrawingView | null): void {
    this.#around.confirmed(op, view);
    this.#set({ unsaved: this.#state.unsaved.filter((each) => each !== op) });
  }

  #set(change: Partial<DrawingBookState>): void {
    const { unsaved } = this.#state;
    this.#state = { ...this.#state, ...change };
    if (this.#state.unsaved !== unsaved) this.#around.remember(JSON.stringify(this.#state.unsaved));
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the drawings of an asset: the drawings of the server with the unsaved changes applied. */
export function withUnsavedChanges(saved: readonly DrawingView[], unsaved: readonly UnsavedChange[], symbol: string) {
  const changed = new Map(unsaved.filter((op) => op.symbol === symbol).map((op) => [op.id, op]));
  const kept = saved.flatMap(({ id, shape }) => {
    const op = changed.get(id);
    changed.delete(id);
    if (!op) return [{ id, shape }];
    return op.kind === 'put' ? [{ id, shape: op.shape }] : [];
  });
  return [
    ...kept,
    ...[...changed.values()].flatMap((op) => (op.kind === 'put' ? [{ id: op.id, shape: op.shape }] : [])),
  ];
}

/**
 * Returns true if the server refused the change, so that a retry cannot succeed. After any other failure, the change is
 * sent again.
 */
const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  failure.reason.kind === 'refused' &&
  failure.reason.status < 500 &&
  failure.reason.status !== 429;

function readUnsaved(text: string | null): readonly UnsavedChange[] {
  try {
    return z.array(UnsavedChange).parse(JSON.parse(text ?? '[]'));
  } catch {
    // Another version of the app, or another app, wrote this text.
    return [];
  }
}
