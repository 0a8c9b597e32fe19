import {
  commitmentOf,
  type Ed25519,
  formatKey,
  type Hash,
  hashOfLeaf,
  isSameHash,
  type LogHead,
  type NoteKey,
  openHead,
  parseHead,
  parseKey,
  parseNote,
  TreeFrontier,
} from '@vigia/core/evidence-log';
import type { Transaction } from '#platform/persistence/database.ts';
import { type LogStatement, leafColumns, type StoredLeaf, statementFact, TILE_LEVELS, toLeaf } from './log-rows.ts';
import type { HeadOrigin, LogFault } from './verify-types.ts';

/**
 * Leaves that are read at once. Their hashes take about 7 ms, and other work of the process runs between two batches.
 */
const BATCH = 500;
const NO_SALT = new Uint8Array(0);

/** A head to compare with the log. */
export type GivenHead = { readonly place: HeadOrigin; readonly note: string };

type Row = StoredLeaf & { readonly is_open: boolean; readonly statement: LogStatement | null };

/** The statement of the log that it had every fact before a time. */
export type CompletenessStatement = { readonly index: number; readonly ms: number };

/** The content of the leaves, in order. */
export type TreeCheck = {
  readonly leaves: number;
  readonly heads: number;
  readonly marks: readonly CompletenessStatement[];
  readonly forgotten: number;
  readonly restores: number;
  readonly keyChanges: number;
  readonly faults: readonly LogFault[];
};

/** Index of the first of some leaves, and their number. */
type Leaves = { readonly first: number; readonly count: number };

type State = {
  readonly ed25519: Ed25519;
  readonly faults: LogFault[];
  readonly marks: CompletenessStatement[];
  /** Number of leaves of each tag so far. */
  readonly counts: Map<string, number>;
  readonly forgottenTags: Set<string>;
  /** The leaves of each tag that open, and those that do not. */
  readonly open: Map<string, Leaves>;
  readonly closed: Map<string, Leaves>;
  readonly keys: { readonly index: number; readonly text: string }[];
  loggedMs: number;
  restores: number;
};

/**
 * Reads all leaves in order, and compares the tree that they form with the stored nodes and the heads.
 * @param key key of this installation; null if it is not at hand
 * @param given heads to compare besides those of the database
 */
export async function verifyTree(
  tx: Transaction,
  ed25519: Ed25519,
  { key, given }: { readonly key: NoteKey | null; readonly given: readonly GivenHead[] },
): Promise<TreeCheck> {
  const heads = await readHeads(tx, given);
  const roots = new Map<number, Hash>(heads.map(({ head }) => [head?.size ?? 0, NO_SALT]));
  const state = newState(ed25519);
  for (const { tag } of await tx<{ tag: string }[]>`SELECT tag FROM log_forgotten`)
    state.forgottenTags.add(tag.replaceAll('-', ''));
  const { tree, nodes } = await readLeaves(tx, state, roots);
  await compareNodes(tx, nodes, state.faults);
  compareOpenings(state);
  for (const head of heads) compareHead(head, { state, roots, size: tree.size });
  const stated = state.keys.at(-1)?.text;
  if (key !== null && stated !== undefined && stated !== formatKey(ed25519.sha256, key))
    state.faults.push({ kind: 'key' });
  const { marks, closed, restores, faults, keys } = state;
  const forgotten = [...closed.values()].reduce((sum, { count }) => sum + count, 0);
  const keyChanges = Math.max(0, keys.length - 1);
  return { leaves: tree.size, heads: heads.length, marks, forgotten, restores, keyChanges, faults };
}

const newState = (ed25519: Ed25519): State => ({
  ed25519,
  faults: [],
  marks: [],
  counts: new Map(),
  forgottenTags: new Set(),
  open: new Map(),
  closed: new Map(),
  keys: [],
  loggedMs: 0,
  restores: 0,
});

async function readLeaves(tx: Transaction, state: State, roots: Map<number, Hash>) {
  const { sha256 } = state.ed25519;
  const tree = new TreeFrontier(sha256);
  const nodes = new Map<string, Hash>();
  if (roots.has(0)) roots.set(0, tree.root());
  const rows = tx<Row[]>`
    SELECT ${leafColumns(tx)}, fact_id IS NOT NULL AND salt IS NOT NULL AS is_open, statement
    FROM log_leaves ORDER BY index`;
  for await (const batch of tx.cursor(rows, BATCH)) {
    for (const row of batch) {
      if (row.index !== tree.size) state.faults.push({ kind: 'leaf_gap', index: tree.size });
      readLeaf(row, state);
      tree.push(hashOfLeaf(sha256, toLeaf(row)), ({ level, index, hash }) => {
        if (level > 0 && level % TILE_LEVELS === 0) nodes.set(`${level}/${index}`, hash);
      });
      if (roots.has(tree.size)) roots.set(tree.size, tree.root());
    }
  }
  return { tree, nodes };
}

function readLeaf(row: Row, state: State): void {
  const { index, kind, statement, logged_ms: loggedMs } = row;
  const isBack = statement?.event === 'clock_back';
  if (loggedMs < state.loggedMs && !isBack) state.faults.push({ kind: 'leaf_time', index });
  if (isBack) state.marks.push({ index, ms: -Infinity });
  state.loggedMs = loggedMs;
  if (kind === 'log') readStatement(row, state);
  else readOpening(row, state);
}

function readStatement({ index, statement, commitment, logged_ms: ms }: Row, state: State): void {
  const { sha256 } = state.ed25519;
  const isKept = statement !== null && isSameHash(commitment, commitmentOf(sha256, NO_SALT, statementFact(statement)));
  if (!isKept) {
    state.faults.push({ kind: 'statement', index });
    return;
  }
  switch (statement.event) {
    case 'caught_up':
      state.marks.push({ index, ms });
      break;
    case 'key':
      state.keys.push({ index, text: statement.key });
      break;
    case 'restored':
      state.restores += 1;
      break;
    case 'forgotten':
      state.forgottenTags.add(statement.tag);
      break;
    case 'clock_back':
      break;
    default:
      state.faults.push({ kind: 'statement', index });
  }
}

function readOpening(row: Row, { counts, faults, open, closed }: State): void {
  const { index } = row;
  const { tag, tagSeq } = toLeaf(row);
  if (tag === null) {
    if (!row.is_open) faults.push({ kind: 'opening_missing', index });
    return;
  }
  if (tagSeq !== (counts.get(tag) ?? 0) + 1) faults.push({ kind: 'person_gap', index });
  counts.set(tag, tagSeq);
  const seen = row.is_open ? open : closed;
  const { first, count } = seen.get(tag) ?? { first: index, count: 0 };
  seen.set(tag, { first, count: count + 1 });
}

/** Reports openings that were deleted without their person, and those that a deleted person still has. */
function compareOpenings({ open, closed, forgottenTags, faults }: State): void {
  for (const [tag, { first: index }] of closed)
    if (!forgottenTags.has(tag)) faults.push({ kind: 'opening_missing', index });
  for (const [tag, { first: index }] of open)
    if (forgottenTags.has(tag)) faults.push({ kind: 'forgotten_partly', index });
}

async function compareNodes(tx: Transaction, nodes: Map<string, Hash>, faults: LogFault[]): Promise<void> {
  const rows = tx<{ level: number; index: number; hash: Buffer }[]>`SELECT level, index, hash FROM log_nodes`;
  for await (const batch of tx.cursor(rows, BATCH))
    for (const { level, index, hash } of batch) {
      const right = nodes.get(`${level}/${index}`);
      nodes.delete(`${level}/${index}`);
      if (right === undefined || !isSameHash(right, hash)) faults.push({ kind: 'node', level, index });
    }
  for (const key of nodes.keys()) {
    const [level = 0, index = 0] = key.split('/').map(Number);
    faults.push({ kind: 'node', level, index });
  }
}

type ReadHead = GivenHead & { readonly head: LogHead | null };

async function readHeads(tx: Transaction, given: readonly GivenHead[]): Promise<ReadHead[]> {
  const stored = await tx<{ note: string }[]>`SELECT note FROM log_heads ORDER BY size`;
  const all = [...stored.map(({ note }): GivenHead => ({ place: 'database', note })), ...given];
  return all.map((one) => ({ ...one, head: parseHead(parseNote(one.note)?.text ?? '') }));
}

/** Compares a head with the tree of its size, and its signature with the key that the log names for that size. */
function compareHead(
  { place, note, head }: ReadHead,
  { state, roots, size }: { readonly state: State; readonly roots: ReadonlyMap<number, Hash>; readonly size: number },
): void {
  const { faults, keys, ed25519 } = state;
  const stated = keys.findLast(({ index }) => index < (head?.size ?? 0)) ?? keys[0];
  const key = stated === undefined ? null : parseKey(ed25519.sha256, stated.text);
  if (head === null || head.origin !== (key?.name ?? head.origin)) {
    faults.push({ kind: 'head_unreadable', place });
    return;
  }
  if (key === null || openHead(ed25519, note, key)?.isSigned !== true)
    faults.push({ kind: 'head_signature', place, size: head.size });
  if (head.size > size) faults.push({ kind: 'head_ahead', place, size: head.size });
  else if (!isSameHash(roots.get(head.size) ?? NO_SALT, head.root))
    faults.push({ kind: 'head_root', place, size: head.size });
}
