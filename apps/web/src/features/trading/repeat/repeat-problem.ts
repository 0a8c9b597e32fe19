import type { Option } from '@vigia/contract';
import { create } from 'zustand';

/** Why a trade was not repeated, and what the user can do about it. */
export type RepeatProblem = {
  readonly trade: Option;
  readonly text: string;
  /** `payout`: accept the current payout. `account`: choose the account of the trade. */
  readonly way: 'payout' | 'account' | null;
};

type ProblemState = {
  readonly problem: RepeatProblem | null;
  readonly show: (problem: RepeatProblem) => void;
  readonly close: () => void;
};

/** Store of the problem that the dialog shows. */
export const useRepeatProblem = create<ProblemState>()((set) => ({
  problem: null,
  show: (problem) => set({ problem }),
  close: () => set({ problem: null }),
}));
