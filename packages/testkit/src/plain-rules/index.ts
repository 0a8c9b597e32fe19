/** A slow and plain implementation of own rules, written without the indicators of core, and random rules for it. */
export { at, type PlainBar } from './bars.ts';
export { conditionMet } from './condition.ts';
export { toDecimalUnits } from './exact-means.ts';
export { randomWindow } from './random-bars.ts';
export { randomStrategy } from './random-rules.ts';
export { type Direction, refusals, ruleDirections } from './signals.ts';
