import { invariant } from '#kernel/index.ts';
import type { Bar } from '../bar.ts';
import type { Operand } from '../operands.ts';
import { OperandSlot } from './slot.ts';
import { createSource, firstIndexOf, lineIndexOf, type SeriesOperand, type Source } from './source.ts';

/** Returns a key that is equal for operands that share an indicator. */
export function sourceKey(operand: Operand): string {
  const entries = Object.entries(operand).filter(([name]) => name !== 'ago' && name !== 'line' && name !== 'of');
  const kind = operand.of === 'bandwidth' ? 'bollinger' : operand.of;
  return JSON.stringify([kind, ...entries.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

const lineOf = (operand: Operand): string => ('line' in operand ? operand.line : '');

/** The series of a rule. Each indicator is calculated once per candle, and each operand is read once per candle. */
export class SeriesBoard {
  readonly #sources: Source[] = [];
  readonly #slots: OperandSlot[] = [];
  readonly #sourceOf = new Map<string, Source>();
  readonly #slotOf = new Map<string, OperandSlot>();

  /** Returns the slot of an operand. All slots must be requested before the first candle. */
  slot(operand: Operand): OperandSlot {
    const key = `${operand.of} ${lineOf(operand)} ${operand.ago} ${sourceKey(operand)}`;
    const known = this.#slotOf.get(key);
    if (known !== undefined) return known;
    const slot = operand.of === 'number' ? constant(operand.value) : this.#create(operand);
    this.#slotOf.set(key, slot);
    return slot;
  }

  push(bar: Bar): void {
    for (let i = 0; i < this.#sources.length; i += 1) this.#sources[i]?.push(bar);
    for (let i = 0; i < this.#slots.length; i += 1) this.#slots[i]?.take();
  }

  snapshot(): readonly (readonly number[])[] {
    return [...this.#sources, ...this.#slots].map((part) => part.snapshot());
  }

  restore(states: readonly (readonly number[])[]): void {
    const parts = [...this.#sources, ...this.#slots];
    invariant(states.length === parts.length, 'a snapshot holds one state for each series');
    parts.forEach((part, index) => {
      part.restore(states[index] ?? []);
    });
  }

  #create(operand: SeriesOperand): OperandSlot {
    const key = sourceKey(operand);
    let source = this.#sourceOf.get(key);
    if (source === undefined) {
      source = createSource(operand);
      this.#sourceOf.set(key, source);
      this.#sources.push(source);
    }
    const slot = new OperandSlot(source.values, lineIndexOf(operand), firstIndexOf(operand), operand.ago);
    this.#slots.push(slot);
    return slot;
  }
}

/** Creates the slot of a number, which has its value at every candle and needs no push. */
function constant(value: number): OperandSlot {
  const slot = new OperandSlot(Float64Array.of(value), 0, 0, 0);
  slot.now = value;
  slot.before = value;
  return slot;
}
