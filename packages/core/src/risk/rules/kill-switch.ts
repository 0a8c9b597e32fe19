import type { RiskRule } from '../rule.ts';

/** 'Detener todo' stops everything that trades by itself; a person's own click still counts. */
export const killSwitch: RiskRule = ({ origin }, _facts, limits) =>
  limits.killSwitch && origin !== 'manual' ? { code: 'kill_switch', details: null } : null;
