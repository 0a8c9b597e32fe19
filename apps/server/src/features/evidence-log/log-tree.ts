import {
  type Hash,
  hashesOf,
  largestSubtreesOf,
  type ReadSubtree,
  type SubtreePlace,
  subtreePlacesOf,
  TreeFrontier,
} from '@vigia/core/evidence-log';
import { invariant } from '@vigia/core/kernel';
import { nodeSha256 } from '#platform/crypto/log-key.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { readHashes, TILE_LEVELS, TILE_WIDTH } from './log-rows.ts';

/** Number of complete tiles kept in memory, half a kilobyte each. */
const KEPT_TILES = 16_384;

/** Leaves of a proof; see {@link LogTree.prove}. */
type Ranges = Parameters<typeof subtreePlacesOf>[0];

/**
 * Reads the stored tree. It reads tiles of 16 hashes: of leaves, and of the nodes above complete tiles. A complete tile
 * never changes and stays in memory.
 */
export class LogTree {
  readonly #sql: Sql;
  readonly #tiles = new Map<string, readonly Hash[]>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Returns the right edge of the first `size` leaves. */
  async frontier(size: number): Promise<TreeFrontier> {
    const places = largestSubtreesOf(0, size);
    const read = await this.#readerOf(places);
    return new TreeFrontier(nodeSha256, size, places.map(read));
  }

  /** Returns the hashes of a proof. */
  async prove(ranges: Ranges): Promise<Hash[]> {
    return hashesOf(nodeSha256, ranges, await this.#readerOf(subtreePlacesOf(ranges)));
  }

  /** Reads the tiles of these places, and returns the reader of their hashes. */
  async #readerOf(places: readonly SubtreePlace[]): Promise<ReadSubtree> {
    const needed = new Map<string, ReturnType<typeof tileOf>>();
    for (const place of places) needed.set(keyOf(tileOf(place)), tileOf(place));
    const read = await Promise.all([...needed].map(async ([key, tile]) => [key, await this.#tile(tile)] as const));
    const tiles = new Map(read);
    return (place) => {
      const tile = tileOf(place);
      const width = 2 ** (place.level - tile.level);
      const from = place.index * width - tile.index * TILE_WIDTH;
      const hashes = (tiles.get(keyOf(tile)) ?? []).slice(from, from + width);
      invariant(hashes.length === width, 'the log has the hashes of a complete subtree');
      const subtree = new TreeFrontier(nodeSha256);
      for (const hash of hashes) subtree.push(hash);
      return subtree.root();
    };
  }

  async #tile({ level, index }: SubtreePlace): Promise<readonly Hash[]> {
    const key = keyOf({ level, index });
    const kept = this.#tiles.get(key);
    if (kept) return kept;
    const hashes = await readHashes(this.#sql, level, index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
    if (hashes.length === TILE_WIDTH) this.#keep(key, hashes);
    return hashes;
  }

  #keep(key: string, hashes: readonly Hash[]): void {
    const [oldest] = this.#tiles.keys();
    if (this.#tiles.size >= KEPT_TILES && oldest !== undefined) this.#tiles.delete(oldest);
    this.#tiles.set(key, hashes);
  }
}

/** Returns the tile with the hashes of a subtree: the level of its hashes, and its number on this level. */
function tileOf({ level, index }: SubtreePlace): SubtreePlace {
  const base = level - (level % TILE_LEVELS);
  return { level: base, index: Math.floor((index * 2 ** (level - base)) / TILE_WIDTH) };
}

const keyOf = ({ level, index }: SubtreePlace): string => `${level}/${index}`;
