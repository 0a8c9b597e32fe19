import { assertNever } from '@vigia/core/kernel';
import { libraryRecords } from '../library/library-records.ts';
import type { ThreadResult, ThreadTask } from '../threads/protocol.ts';
import { readCsv } from './read-csv.ts';
import { runCell } from './run-cell.ts';
import { runSingle } from './run-single.ts';
import { runChunk, sweepExtentOf, sweepReport } from './run-sweep.ts';
import { runProofWorlds } from './run-worlds.ts';

/**
 * Performs one task. An exception is a bug.
 * @param now returns milliseconds, to measure durations
 */
export function performTask(task: ThreadTask, now: () => number): ThreadResult {
  switch (task.kind) {
    case 'read_csv':
      return { kind: task.kind, result: readCsv(task.file, task.maxBytes) };
    case 'single':
      return { kind: task.kind, result: runSingle(task.inputs, task.subject, task.labels, now) };
    case 'plan_sweep':
      return { kind: task.kind, result: sweepExtentOf(task.sweep) };
    case 'sweep_chunk':
      return { kind: task.kind, result: runChunk(task) };
    case 'sweep_report':
      return { kind: task.kind, ...sweepReport(task) };
    case 'grid_cell':
      return { kind: task.kind, result: runCell(task) };
    case 'proof_worlds':
      return { kind: task.kind, result: runProofWorlds(task) };
    case 'library':
      return { kind: task.kind, records: libraryRecords() };
    default:
      return assertNever(task);
  }
}
