/** Counts, faults and rates of a hostile run. */
export class HostileRunTally {
  readonly counts = new Map<string, number>();
  readonly faults: string[] = [];
  busiestSecond = 0;
  busiestMinute = 0;
  /** Total time that elapsed on the broker's clock in all sessions, in milliseconds. */
  brokerMs = 0;

  add(name: string, count: number): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  fault(what: string): void {
    this.faults.push(what);
  }

  rates(perSecond: number, perMinute: number): void {
    this.busiestSecond = Math.max(this.busiestSecond, perSecond);
    this.busiestMinute = Math.max(this.busiestMinute, perMinute);
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}
