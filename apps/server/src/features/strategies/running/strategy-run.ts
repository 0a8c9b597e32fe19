import { type SettleableSignal, type Settlement, SettlementBook } from '@vigia/core/pcr';
import type { StrategyRules } from '@vigia/core/strategies';
import { REJECTIONS_KEPT } from '@vigia/core/vocabulary';
import type { AutomationEngine, AutomationRun, EvaluationGroup } from '../../automations/index.ts';
import type { StrategyMarket } from '../deps.ts';
import { readRules } from '../read-rules.ts';
import type { SignalRefusal } from '../signal-refusals.ts';
import type { StrategyRow } from '../strategy.repository.ts';

const MINUTE_S = 60;

/** The engine that runs all automations, typed for strategies. */
export type StrategyAutomations = AutomationEngine<StrategyRow, StrategyRun, SharedRules, StrategyMarket>;

/** The evaluation that a strategy shares with equal strategies. */
export interface SharedRules extends EvaluationGroup<StrategyRun> {
  /** Delivers later ticks to a run with open signals. */
  awake(run: StrategyRun): void;
}

/** Receives the outcome of a signal of a running strategy. */
export type SettlementListener = (run: StrategyRun, settlement: Settlement<SettleableSignal>) => void;

/** One running strategy: its rules, its open signals, and the evaluation that it shares with equal strategies. */
export class StrategyRun implements AutomationRun<SharedRules> {
  isFolding = true;
  #row: StrategyRow;
  #rules: StrategyRules;
  #group: SharedRules | null = null;
  readonly #book: SettlementBook<SettleableSignal>;
  /** The latest refusals since the start of this version in this process, newest first. */
  refusals: readonly SignalRefusal[] = [];

  /** @param onSettled receives each outcome once */
  constructor(row: StrategyRow, rules: StrategyRules, onSettled: SettlementListener) {
    this.#row = row;
    this.#rules = rules;
    this.#book = new SettlementBook(MINUTE_S, (settlement) => onSettled(this, settlement));
  }

  get row(): StrategyRow {
    return this.#row;
  }

  /** Sets the row of the same version. The row may have another stake, which the bodies of later signals contain. */
  set row(row: StrategyRow) {
    if (row !== this.#row) this.#rules = readRules(row) ?? this.#rules;
    this.#row = row;
  }

  get rules(): StrategyRules {
    return this.#rules;
  }

  /**
   * Returns the group.
   * @throws Error before the first `moveTo`, which is a programming error
   */
  get group(): SharedRules {
    if (this.#group === null) throw new Error(`strategy ${this.#row.id} is in no group`);
    return this.#group;
  }

  moveTo(group: SharedRules): void {
    this.#group = group;
  }

  get pendingSignals(): readonly SettleableSignal[] {
    return this.#book.open;
  }

  /** Adds a published signal. The caller adds it before it applies any tick after the signal's entry. */
  follow(signal: SettleableSignal): void {
    // The last tick before the entry is the close of the candle. It decides the outcome if no other tick arrives.
    if (this.#book.open.length === 0) this.#book.pushTick(signal.entryTime - 1, signal.entryPrice);
    this.#book.add(signal);
    this.group.awake(this);
  }

  refuse(refusal: SignalRefusal): void {
    this.refusals = [refusal, ...this.refusals].slice(0, REJECTIONS_KEPT);
  }

  onTick(timeMs: number, price: number): void {
    this.#book.pushTick(timeMs, price);
  }

  advanceClock(nowMs: number): void {
    this.#book.advanceClock(nowMs);
  }
}
