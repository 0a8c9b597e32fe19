import {
  BacktestJob,
  BacktestReport,
  ERROR_MESSAGES_ES,
  type ErrorCode,
  GridReport,
  ProofReport,
  SweepReport,
} from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import type { JobRow, StoredRequest } from './backtests.repository.ts';
import { gridWithTryVerdicts, reportWithTryVerdict, toJudgementView } from './tries/judged-views.ts';

const INTERRUPTED: ErrorCode = 'backtest_interrupted';

const Headline = BacktestJob.shape.headline;
const Subject = BacktestJob.shape.subject;
const Timeframe = BacktestJob.shape.timeframe;

/**
 * Converts a stored backtest to the shape of the API.
 * @param progress 0–1 while a process has the backtest waiting or running, else null. An unfinished backtest with null
 * counts as interrupted
 * @param proofId id of the proof of the backtest
 */
export function toJobView(row: JobRow, progress: number | null, proofId: string | null = null): BacktestJob {
  const isLost = progress === null && (row.status === 'queued' || row.status === 'running');
  const status = isLost ? 'failed' : row.status;
  return {
    id: row.id,
    kind: row.kind,
    status,
    progress: status === 'done' ? 1 : (progress ?? 0),
    subject_id: row.subject_id,
    subject: Subject.parse(row.request.subject),
    asset: row.request.asset,
    timeframe: Timeframe.parse(row.request.timeframe),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    error: status === 'failed' ? errorOf(isLost ? INTERRUPTED : row.error_code) : null,
    currency: row.request.currency ?? PAPER_CURRENCY,
    headline: headlineOf(row),
    judgement: row.judgement && toJudgementView(row.judgement),
    asked: askedOf(row.request),
    report:
      row.kind === 'single' || row.kind === 'look'
        ? reportWithTryVerdict(BacktestReport.nullable().parse(row.report), row.judgement)
        : null,
    proof: row.kind === 'proof' ? ProofReport.nullable().parse(row.report) : null,
    proof_id: proofId,
    grid: row.kind === 'grid' ? gridWithTryVerdicts(GridReport.nullable().parse(row.report), row.judgement) : null,
    sweep: row.kind === 'sweep' ? SweepReport.nullable().parse(row.report) : null,
  };
}

/** Returns the main result; the verdict of a test is that among all tries on its data. */
function headlineOf({ headline, judgement }: JobRow): BacktestJob['headline'] {
  const shown = Headline.parse(headline);
  return shown && judgement ? { ...shown, card: { ...shown.card, verdict: judgement.verdict } } : shown;
}

function askedOf({ rules, ranges, data, payout, stakeMinor, ...request }: StoredRequest): BacktestJob['asked'] {
  const stake = formatMinor(minorUnits(stakeMinor), request.currency ?? PAPER_CURRENCY);
  return { rules, ranges: ranges ?? null, data, payout, stake, app_version: request.appVersion ?? null };
}

const hasMessage = (code: string): code is ErrorCode => Object.hasOwn(ERROR_MESSAGES_ES, code);

function errorOf(stored: string | null): BacktestJob['error'] {
  const code: ErrorCode = stored !== null && hasMessage(stored) ? stored : 'backtest_failed';
  return { code, message: ERROR_MESSAGES_ES[code] };
}
