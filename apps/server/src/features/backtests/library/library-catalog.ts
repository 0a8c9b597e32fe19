import { type Library, LibraryItem } from '@vigia/contract';
import type { z } from 'zod';
import type { Logger } from '#platform/logging/logger.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import { STARTING_POINTS, type StartingPoint } from './library-items.ts';
import { pcrRulesOf } from './library-subject.ts';

const NOTICE = 'mercado simulado: aquí ningún patrón puede ganar a la larga';
/** Owner of the library's task in the fair queue, which serves it in turn with the users. */
const OWNER = 'library';

const Record = LibraryItem.shape.record;
type RecordView = z.infer<typeof Record>;

/** Returns the starting points with their records. A thread computes the records once, at the first request. */
export class LibraryCatalog {
  readonly #pool: ThreadPool;
  readonly #log: Logger;
  #records: ReadonlyMap<string, RecordView> | null = null;
  #isComputing = false;

  constructor(pool: ThreadPool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  view(): z.infer<typeof Library> {
    if (this.#records === null && !this.#isComputing) void this.#compute();
    return {
      items: STARTING_POINTS.map((point) => toView(point, this.#records?.get(point.key) ?? null)),
      notice: NOTICE,
    };
  }

  async #compute(): Promise<void> {
    this.#isComputing = true;
    try {
      const { records } = await this.#pool.run(OWNER, 'library', { kind: 'library' });
      this.#records = new Map(records.map(({ key, record }) => [key, Record.parse(JSON.parse(record))]));
    } catch (error) {
      // The next request will start the computation again.
      this.#log.warn({ err: error }, 'the records of the library were not computed');
    } finally {
      this.#isComputing = false;
    }
  }
}

function toView(point: StartingPoint, record: RecordView): LibraryItem {
  const { key, kind, description, asset, body } = point;
  const timeframe = point.kind === 'strategy' ? point.body.timeframe : pcrRulesOf(point.body).timeframe;
  const type = point.kind === 'strategy' ? point.body.type : null;
  return { key, kind, name: body.name, description, asset, timeframe, type, body, record };
}
