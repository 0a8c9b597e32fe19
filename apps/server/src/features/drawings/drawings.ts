import { DRAWINGS_PER_ASSET, DRAWINGS_PER_PERSON, type DrawingBody, type DrawingView } from '@vigia/contract';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { Database } from '#platform/persistence/database.ts';
import * as repository from './drawing.repository.ts';

export type DrawingRefusal =
  | { readonly code: 'drawing_not_found' }
  | { readonly code: 'drawing_limit' | 'drawing_total_limit'; readonly maximum: number };

/** Users' drawings on charts. Each user sees only their own. */
export interface Drawings {
  /** Returns a user's drawings on an asset, oldest first. */
  list(userId: string, symbol: string): Promise<DrawingView[]>;
  /**
   * Creates or changes the drawing with this id. Refuses with `drawing_not_found` if another user has a drawing with
   * this id.
   */
  put(userId: string, id: string, body: DrawingBody): Promise<Result<DrawingView, DrawingRefusal>>;
  /**
   * Deletes a drawing.
   * @returns false if the user has no such drawing
   */
  remove(userId: string, id: string): Promise<boolean>;
}

export function createDrawings({ db, clock }: { readonly db: Database; readonly clock: Clock }): Drawings {
  return {
    list: (userId, symbol) => repository.findDrawingsOn(db.sql, userId, symbol),
    remove: (userId, id) => repository.removeDrawing(db.sql, userId, id),
    put: (userId, id, body) =>
      db.transaction(async (tx) => {
        await repository.lockUser(tx, userId);
        const others = await repository.countOtherDrawings(tx, userId, { id, symbol: body.symbol });
        if (others.onAsset >= DRAWINGS_PER_ASSET) return err({ code: 'drawing_limit', maximum: DRAWINGS_PER_ASSET });
        if (others.inAll >= DRAWINGS_PER_PERSON)
          return err({ code: 'drawing_total_limit', maximum: DRAWINGS_PER_PERSON });
        const view = await repository.putDrawing(tx, { id, userId }, body, clock.now());
        return view === null ? err({ code: 'drawing_not_found' }) : ok(view);
      }),
  };
}
