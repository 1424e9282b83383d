// The stage of a wallet, from the days on which it was seen (decision N-23).
import type { Lifecycle } from '../../protocol/profiles/profile-fields.js';

/** Whole days, UTC. */
export interface LifecycleThresholds {
  /** Churned: not seen for so many days. Default 30. */
  readonly churnedDays: number;
  /** New: first seen less than so many days ago. Default 30. */
  readonly newDays: number;
  /** Power user: active on so many of the last 30 days. Default 5. */
  readonly powerUserDays: number;
  /** Resurrected: back within the last 30 days after so many without activity. Default 30. */
  readonly resurrectedDays: number;
  /** At Risk: not seen for so many days, but active 30 to 60 days ago. Default 14. */
  readonly atRiskDays: number;
}

export const DEFAULT_LIFECYCLE: LifecycleThresholds = {
  churnedDays: 30,
  newDays: 30,
  powerUserDays: 5,
  resurrectedDays: 30,
  atRiskDays: 14,
};

/** Days before today; an event of a clock that is ahead lies a day in the future. */
const age = (day: string): string => `({today:Date} - ${day})`;
const LATEST = 'activity_dates[-1]';
const OTHERWISE: Lifecycle = 'Returning';

/** The first match wins. `activity_dates` is sorted: its two ends decide most conditions at the least cost. */
const STAGES: readonly (readonly [stage: Lifecycle | '', condition: string])[] = [
  ['', 'empty(activity_dates)'],
  ['Churned', `${age(LATEST)} >= {churned_days:UInt32}`],
  ['New', `${age('activity_dates[1]')} < {new_days:UInt32}`],
  // Where there are fewer days than that, the index gives a day of 1970, and the condition does not hold.
  ['Power user', `${age('activity_dates[-toInt64({power_user_days:UInt32})]')} < 30`],
  [
    'Resurrected',
    `arrayExists((day, before) -> day - before >= {resurrected_days:UInt32} AND ${age('day')} < 30,
    arrayPopFront(activity_dates), arrayPopBack(activity_dates))`,
  ],
  [
    'At Risk',
    `${age(LATEST)} >= {at_risk_days:UInt32}
    AND arrayExists(day -> ${age('day')} BETWEEN 30 AND 60, activity_dates)`,
  ],
];

/**
 * SQL over the columns of `profiles`; an empty text for a wallet without events.
 * Takes the parameters of `lifecycleParameters`.
 */
export const LIFECYCLE_SQL = `multiIf(
  ${STAGES.map(([stage, condition]) => `${condition}, '${stage}'`).join(',\n  ')},
  '${OTHERWISE}')`;

/** SQL for whether a wallet is in one of the stages, with the same parameters and the fewest conditions. */
export function lifecycleIn(wanted: readonly unknown[]): string {
  const answers = [...STAGES.map(([stage]) => stage), OTHERWISE].map((stage) =>
    wanted.includes(stage),
  );
  const last = answers.at(-1);
  const asked = answers.findLastIndex((answer) => answer !== last) + 1;
  const branches = STAGES.slice(0, asked).map(
    ([, condition], index) => `${condition}, ${Number(answers[index])}`,
  );
  return `multiIf(${[...branches, Number(last)].join(',\n  ')})`;
}

/** @param now milliseconds since 1970 */
export const lifecycleParameters = (thresholds: LifecycleThresholds, now: number) => ({
  today: new Date(now).toISOString().slice(0, 10),
  churned_days: thresholds.churnedDays,
  new_days: thresholds.newDays,
  power_user_days: thresholds.powerUserDays,
  resurrected_days: thresholds.resurrectedDays,
  at_risk_days: thresholds.atRiskDays,
});
